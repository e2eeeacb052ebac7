package io.aumbry.protocol.metrics;

/** One time series of a {@link Family}. */
public sealed interface Metric permits Counter, Gauge, Summary {}
