package io.aumbry.bench.process;

import java.time.Duration;

/** The resource use of a process between two samples. */
public record ProcessCost(WatchedProcess process, ProcessSample before, ProcessSample after) {
  public Duration user() {
    return after.user().minus(before.user());
  }

  public Duration system() {
    return after.system().minus(before.system());
  }

  /** Grows while a JVM is young. A thread that ended is missing after it, so this may be low. */
  public Duration compiler() {
    Duration spent = after.compiler().minus(before.compiler());
    return spent.isNegative() ? Duration.ZERO : spent;
  }

  /** The time for the work of the process, without that of its JIT compiler. */
  public Duration processorTime() {
    Duration all = user().plus(system());
    return all.compareTo(compiler()) < 0 ? Duration.ZERO : all.minus(compiler());
  }
}
