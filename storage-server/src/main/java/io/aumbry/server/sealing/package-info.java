/**
 * Which replicas of this node are sealed: take no new blobs, since their disk is nearly full.
 *
 * <p>The capacity of a replica is that of its disk: the replicas of a disk share its space, and any
 * of them may take what is left, so they are sealed together. The capacity of a disk is what its
 * stores occupy and what is free for them, the reserve not counted; at most its share of {@code
 * storage.capacity}. A sealed replica goes on taking what it must: deletes and other changes, what
 * its peers have already accepted, and compaction, which alone makes room. A disk has a note that
 * its replicas are sealed, so that a restart between the two thresholds changes nothing.
 *
 * <p>Threads: one thread for the node, which may wait for disks and for the coordinator.
 */
@NullMarked
package io.aumbry.server.sealing;

import org.jspecify.annotations.NullMarked;
