package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.tests.simulation.engine.Finding;

/** The limits of a process, checked by its own metrics. */
record Limits(String process, Metrics metrics) {
  void require(String gauge, long most) {
    double value = metrics.value(gauge);
    if (value > most) {
      throw new Finding(process + ": " + gauge + " is " + (long) value + ", the limit is " + most);
    }
  }
}
