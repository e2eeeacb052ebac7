/**
 * Seals the replicas of a disk that is nearly full, so that they get no new blobs.
 *
 * <p>The replicas of a disk share its space, and any of them may take the rest. They are therefore
 * sealed together. The capacity of a disk is the space that its stores occupy plus the space that
 * is free for them, without the reserve, and at most the disk's share of {@code storage.capacity}.
 * A sealed replica still accepts deletes, other changes, records that peers have already accepted,
 * and compaction, which alone frees space. A note on the disk keeps the sealed flag, so that a
 * restart between the two thresholds changes nothing.
 *
 * <p>Threads: one worker for the node, which may wait for disks and for the coordinator.
 */
@NullMarked
package io.aumbry.server.sealing;

import org.jspecify.annotations.NullMarked;
