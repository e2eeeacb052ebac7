package io.aumbry.store.partition;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.StillTime;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A follower of the log is woken by the record that it waits for. A lost wake-up hangs. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the record is there")
@Outcome(expect = Expect.FORBIDDEN, desc = "woken before the record is there")
@State
public class LogTailStress {
  private static final StillTime STILL = new StillTime();
  private static final RequestContext PATIENT =
      new RequestContext("stress", STILL, new Deadline(Long.MAX_VALUE));

  private final LogTail followers = new LogTail(0);

  @Actor
  public void write() {
    followers.answered(1);
    followers.reached(1);
  }

  @Actor
  public void follow(JJ_Result result) {
    followers.await(0, PATIENT);
    result.r1 = followers.last();
    result.r2 = followers.newest();
  }
}
