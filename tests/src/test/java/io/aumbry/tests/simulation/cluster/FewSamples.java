package io.aumbry.tests.simulation.cluster;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SlidingWindowReservoir;
import com.codahale.metrics.Timer;

/** Figures of a process, whose quantiles nobody looks at: to keep them costs more than they do. */
final class FewSamples extends MetricRegistry {
  @Override
  public Timer timer(String name) {
    return timer(name, () -> new Timer(new SlidingWindowReservoir(1)));
  }

  @Override
  public Histogram histogram(String name) {
    return histogram(name, () -> new Histogram(new SlidingWindowReservoir(1)));
  }
}
