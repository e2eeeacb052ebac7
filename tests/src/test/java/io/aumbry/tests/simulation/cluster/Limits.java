package io.aumbry.tests.simulation.cluster;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.tests.simulation.engine.Finding;

/** Whether a process keeps to its limits, by its own figures. */
record Limits(String process, MetricRegistry metrics) {
  /** Requires that a gauge shows no more than so much. */
  void require(String gauge, long most) {
    Gauge<?> known = metrics.getGauges().get(gauge);
    if (known == null) {
      throw new IllegalArgumentException("no gauge is named " + gauge);
    }
    if (known.getValue() instanceof Number number && number.longValue() > most) {
      throw new Finding(process + ": " + gauge + " is " + number + ", the limit is " + most);
    }
  }
}
