package io.aumbry.protocol.metrics;

/** Computes a value when it is asked for. Any thread may ask. */
@FunctionalInterface
public non-sealed interface Gauge extends Metric {
  double value();
}
