/**
 * Seals the replicas of a disk that is nearly full, so that they take no new blobs.
 *
 * <p>The replicas of a disk share its space, and any of them may take the rest of it. They are
 * therefore sealed together, and each has the capacity of its disk. The capacity of a disk is the
 * space that its stores occupy and the space that is free for them, without the reserve, and at
 * most the disk's share of {@code storage.capacity}. A sealed replica still takes deletes and other
 * changes, records that its peers have already accepted, and compaction, which alone makes room. A
 * note on a disk says that its replicas are sealed, so a restart between the two thresholds changes
 * nothing.
 *
 * <p>Threads: one thread for the node, which may wait for disks and for the coordinator.
 */
@NullMarked
package io.aumbry.server.sealing;

import org.jspecify.annotations.NullMarked;
