/**
 * Answers the reports that operators request. {@link io.aumbry.server.report.NodeReporter} reads
 * the state that other parts keep in any case, and keeps none. Only the free space of disks, and
 * whether they are sealed, must be asked of the disks. A thread that may wait does this on request,
 * and {@link io.aumbry.server.report.DiskFigures} remembers the result.
 *
 * <p>Threads: a report is made on the thread of its request, which waits for the disks for at most
 * a second. Bounds: an answer is a header and keeps within its limit, see {@link
 * io.aumbry.server.report.NodeReporter}.
 */
@NullMarked
package io.aumbry.server.report;

import org.jspecify.annotations.NullMarked;
