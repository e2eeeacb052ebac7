package io.aumbry.store.io;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.StillTime;
import io.aumbry.store.disk.DiskGuard;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The caller of a disk thread gives up while the disk thread answers. The result, which may hold a
 * buffer, goes to the caller or is discarded, and only once.
 */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "the caller has the result")
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the result is discarded")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "given up before it was begun")
@Outcome(expect = Expect.FORBIDDEN, desc = "a result leaked, or released twice")
@State
public class DiskCallStress {
  private static final StillTime STILL = new StillTime();
  private static final DiskGuard GUARD = new DiskGuard("d", DiskGuard.DEFAULT_LIMIT, STILL);
  private static final RequestContext LATE = new RequestContext("stress", STILL, new Deadline(0));

  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger discarded = new AtomicInteger();
  private final DiskCall<Integer> call =
      new DiskCall<>(made::incrementAndGet, discarded::addAndGet, GUARD);

  @Actor
  public void perform() {
    call.run();
  }

  @Actor
  public void giveUp(III_Result result) {
    try {
      result.r2 = call.await(LATE);
    } catch (AumbryException late) {
      result.r2 = 0;
    }
  }

  @Arbiter
  public void count(III_Result result) {
    result.r1 = made.get();
    result.r3 = discarded.get();
  }
}
