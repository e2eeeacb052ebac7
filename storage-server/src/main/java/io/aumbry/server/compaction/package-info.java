/**
 * Compacts the replicas of this node. This package decides when and how fast, and up to which
 * agreement of all replicas. The store decides which records may go, and removes them.
 *
 * <p>Threads: one thread for each disk, which may wait for it; its timer is a carrier's. One thread
 * exchanges forget horizons with the coordinator.
 *
 * <p>Invariants: without an agreement of all replicas that the cluster knows, no record is dropped.
 * The rate is bounded, and is a quarter of the bound while requests wait for the disk.
 */
@NullMarked
package io.aumbry.server.compaction;

import org.jspecify.annotations.NullMarked;
