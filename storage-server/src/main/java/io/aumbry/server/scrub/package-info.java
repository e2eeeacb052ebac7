/**
 * Decides when and how fast the disks of this node are scrubbed. The store verifies the bytes and
 * handles damage.
 *
 * <p>Threads: one worker for each disk, which may wait for the disk.
 *
 * <p>All data of a disk is verified once in a period, one file at a time. The work is spread over
 * the period by bytes, below a rate limit, and at a quarter of that rate while requests wait for
 * the disk. Damage that readers find is checked within about a second, or after the file that is
 * being read. When damage is known, this node pulls from each peer once from the first record, and
 * takes the records that are damaged here.
 *
 * <p>A replica with known damage stays in service. It answers {@code CORRUPT_RECORD} for damaged
 * records, so that callers ask other replicas. It goes to {@code ERROR} only if its disk fails, or
 * if its log is damaged where its index must be rebuilt from it.
 */
@NullMarked
package io.aumbry.server.scrub;

import org.jspecify.annotations.NullMarked;
