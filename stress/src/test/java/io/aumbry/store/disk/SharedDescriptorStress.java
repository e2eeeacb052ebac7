package io.aumbry.store.disk;

import java.nio.file.Path;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A descriptor is not used after its last user has left, because its number may be reused. */
@JCStressTest
@Outcome(
    id = {"true, false", "false, false"},
    expect = Expect.ACCEPTABLE,
    desc = "then closed")
@Outcome(expect = Expect.FORBIDDEN, desc = "used after it was closed, or never closed")
@State
public class SharedDescriptorStress {
  private final SharedDescriptor descriptor = SharedDescriptor.open(Path.of("/dev/null"));

  @Actor
  public void use(ZZ_Result result) {
    result.r1 = descriptor.enter();
    if (result.r1) {
      descriptor.leave();
    }
  }

  @Actor
  public void close() {
    descriptor.close();
  }

  @Arbiter
  public void useLate(ZZ_Result result) {
    result.r2 = descriptor.enter();
  }
}
