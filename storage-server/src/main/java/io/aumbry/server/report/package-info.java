/**
 * Answers reports for operators. {@link io.aumbry.server.report.NodeReporter} reads the state of
 * other components and keeps none. Capacity and the sealed flag come from the disks, which a
 * separate thread asks; {@link io.aumbry.server.report.DiskFigures} caches them. The load of the
 * processors comes from {@link io.aumbry.server.report.CpuAverage}, and the speed of the disks from
 * {@link io.aumbry.server.report.DiskSpeeds}. Workers measure both.
 *
 * <p>Threads: a report runs on the thread of its request, which waits for the disks for at most a
 * second.
 */
@NullMarked
package io.aumbry.server.report;

import org.jspecify.annotations.NullMarked;
