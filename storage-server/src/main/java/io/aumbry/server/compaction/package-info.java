/**
 * Decides when, how fast and up to which agreement the replicas of this node are compacted. The
 * store decides which records may go, and removes them.
 *
 * <p>Threads: one worker for each disk, which may wait for the disk. Another worker exchanges
 * forget horizons with the coordinator.
 *
 * <p>Invariants: no record is dropped without an agreement of all replicas that the cluster lists.
 * The rate is limited, and is a quarter of the limit while requests wait for the disk.
 */
@NullMarked
package io.aumbry.server.compaction;

import org.jspecify.annotations.NullMarked;
