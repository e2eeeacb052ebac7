/**
 * Compacts the replicas of this node: when, how fast, and by what all replicas agree on; what may
 * go and how is the store's to say.
 *
 * <p>Threads: one thread for each disk, which may wait for it; its timer is a carrier's.
 *
 * <p>Invariants: without an agreement of all replicas that the cluster knows nothing is dropped.
 * The rate is bounded, and a quarter of it while requests wait for the disk.
 */
@NullMarked
package io.aumbry.server.compaction;

import org.jspecify.annotations.NullMarked;
