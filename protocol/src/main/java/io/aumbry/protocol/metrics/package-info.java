/**
 * Metrics as the code declares and updates them. {@link io.aumbry.protocol.metrics.Metrics} is the
 * registry of a process, and the admin port shows it through the Prometheus library. Counters and
 * summaries add to numbers, and gauges are computed when they are read, so an update takes a few
 * nanoseconds and no thread.
 */
@NullMarked
package io.aumbry.protocol.metrics;

import org.jspecify.annotations.NullMarked;
