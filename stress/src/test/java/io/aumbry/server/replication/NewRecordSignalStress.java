package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.StillTime;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A pull waits for records of its partitions. A lost wake-up hangs. */
final class NewRecordSignalStress {
  private static final RequestContext PATIENT =
      new RequestContext("stress", new StillTime(), new Deadline(Long.MAX_VALUE));

  private NewRecordSignalStress() {}

  /** No announcement between the begin of the watch and the wait is missed. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the record is there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "woken before the record is there")
  @State
  public static class AnAnnouncementWakesThePull {
    private final NewRecordSignal signal = new NewRecordSignal(1);
    private volatile long last;

    @Actor
    public void write() {
      last = 1;
      signal.announce(7);
    }

    @Actor
    public void pull(J_Result result) {
      try (NewRecordSignal.Watch watch = signal.watch(Set.of(7))) {
        if (last == 0) {
          watch.await(PATIENT);
        }
      }
      result.r1 = last;
    }
  }

  /** The end wakes pulls that begin to wait at the same time. */
  @JCStressTest
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "woken")
  @Outcome(expect = Expect.FORBIDDEN, desc = "not woken")
  @State
  public static class TheEndWakesThePull {
    private final NewRecordSignal signal = new NewRecordSignal(1);

    @Actor
    public void end() {
      signal.end();
    }

    @Actor
    public void pull(Z_Result result) {
      try (NewRecordSignal.Watch watch = signal.watch(Set.of(7))) {
        watch.await(PATIENT);
      }
      result.r1 = true;
    }
  }
}
