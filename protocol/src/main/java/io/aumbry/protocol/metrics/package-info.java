/**
 * Metrics as the code declares and updates them. {@link io.aumbry.protocol.metrics.Metrics} is the
 * registry of a process; the admin port exports it in Prometheus format. An update takes a few
 * nanoseconds. Gauges are computed when they are read.
 */
@NullMarked
package io.aumbry.protocol.metrics;

import org.jspecify.annotations.NullMarked;
