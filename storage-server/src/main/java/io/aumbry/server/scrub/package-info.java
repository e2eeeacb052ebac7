/**
 * Scrubs the disks of this node. This package decides when and how fast. The store verifies the
 * bytes and handles damage.
 *
 * <p>Threads: one thread for each disk, which may wait for it; its timer is a carrier's.
 *
 * <p>Invariants: all data of a disk is verified once in a period, one file at a time. The work is
 * spread over the period by bytes, at no more than a rate, and at a quarter of it while requests
 * wait for the disk. Damage that readers find is checked within about a second. Once damage is
 * known, this node asks each peer once for its records from the first one on, and takes from them
 * the records that are damaged here.
 *
 * <p>A replica that knows of damage stays in service. It answers {@code CORRUPT_RECORD} for damaged
 * records, so that callers ask others, and serves all other records. Only a replica that cannot
 * serve goes to {@code ERROR}: its disk fails, or its log is damaged where its index must be made
 * from it.
 */
@NullMarked
package io.aumbry.server.scrub;

import org.jspecify.annotations.NullMarked;
