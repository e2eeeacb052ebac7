package io.aumbry.protocol.metrics;

/** Computes a value on demand. Any thread may call it. */
@FunctionalInterface
public non-sealed interface Gauge extends Metric {
  double value();
}
