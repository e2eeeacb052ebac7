package io.aumbry.store.disk;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A listener that is added while the disk goes out of service is notified. */
@JCStressTest
@Outcome(
    id = {"1", "2"},
    expect = Expect.ACCEPTABLE,
    desc = "told, once or twice")
@Outcome(expect = Expect.FORBIDDEN, desc = "a caller that waits for a dead disk")
@State
public class DiskGuardStress {
  private final DiskGuard guard = new DiskGuard("d", DiskGuard.DEFAULT_LIMIT, new Noon());
  private final Told told = new Told();

  /** Time that stands still. */
  private static final class Noon implements Time {
    @Override
    public long wallMillis() {
      return 0;
    }

    @Override
    public long monotonicNanos() {
      return 0;
    }
  }

  /** Counts its notifications. */
  private static final class Told implements DiskGuard.Concerned {
    private final AtomicInteger times = new AtomicInteger();

    @Override
    public void outOfService(AumbryException why) {
      times.incrementAndGet();
    }
  }

  @Actor
  public void add() {
    guard.add(told);
  }

  @Actor
  public void retire() {
    guard.retire("its file is gone");
  }

  @Arbiter
  public void count(I_Result result) {
    result.r1 = told.times.get();
  }
}
