package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.tests.simulation.engine.Finding;

/** Whether a process keeps to its limits, by its own figures. */
record Limits(String process, Metrics metrics) {
  /** Requires that a gauge shows no more than so much. */
  void require(String gauge, long most) {
    double value = metrics.value(gauge);
    if (value > most) {
      throw new Finding(process + ": " + gauge + " is " + (long) value + ", the limit is " + most);
    }
  }
}
