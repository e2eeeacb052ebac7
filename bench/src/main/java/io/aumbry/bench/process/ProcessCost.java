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

  public Duration processorTime() {
    return user().plus(system());
  }
}
