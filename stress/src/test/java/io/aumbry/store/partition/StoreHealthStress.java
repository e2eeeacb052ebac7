package io.aumbry.store.partition;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two threads stop a store. All readers see the same first reason. */
@JCStressTest
@Outcome(
    id = {"NO_SPACE, NO_SPACE, NO_SPACE", "DISK_FAILED, DISK_FAILED, DISK_FAILED"},
    expect = Expect.ACCEPTABLE,
    desc = "one reason")
@Outcome(expect = Expect.FORBIDDEN, desc = "a reason that changed, or none")
@State
public class StoreHealthStress {
  private final StoreHealth health = new StoreHealth("stress");

  private Object reason() {
    return health.reason().map(AumbryException::code).orElseThrow();
  }

  @Actor
  public void first(LLL_Result result) {
    health.stop(new AumbryException(ErrorCode.NO_SPACE, "full"));
    result.r1 = reason();
  }

  @Actor
  public void second(LLL_Result result) {
    health.stop(new AumbryException(ErrorCode.DISK_FAILED, "broken"));
    result.r2 = reason();
  }

  @Arbiter
  public void later(LLL_Result result) {
    result.r3 = reason();
  }
}
