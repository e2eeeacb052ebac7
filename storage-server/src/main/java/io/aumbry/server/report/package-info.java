/**
 * What a node says of itself when an operator asks: {@link io.aumbry.server.report.NodeReporter}
 * reads what the other parts know anyway, and keeps nothing. Only how much room disks have, and
 * whether they are sealed, is known by asking them: that is done when it is asked for, on a thread
 * that may wait, and {@link io.aumbry.server.report.DiskFigures} remembers it.
 *
 * <p>Threads: a report is made on the thread of its request, which waits for the disks no longer
 * than a second. Bounds: an answer is a header and within its limit, see {@link
 * io.aumbry.server.report.NodeReporter}.
 */
@NullMarked
package io.aumbry.server.report;

import org.jspecify.annotations.NullMarked;
