/**
 * A storage node: answers the messages of frontends and peers from the stores on its disks, and
 * lives the states that the coordinator wishes for its replicas.
 *
 * <p>To be read in this order: {@link io.aumbry.server.StorageServer}, which puts the parts
 * together; its operations, which are one method each inside one frame; {@code replica}, what is
 * open here; {@code replication}, how replicas keep in step and the proofs of its two rules; {@code
 * compaction}, when space comes back; {@code rebuild}, how what failed is brought back; {@code
 * flow}, bytes held in memory.
 *
 * <p>Threads: a request runs on its own virtual thread from the first byte to the last and waits
 * only for its body, its store, and the one who reads the answer. Transitions run on threads of the
 * coordinator, which may wait for disks and peers.
 *
 * <p>Invariants: nothing is answered with done that is not durable here; nothing is stored whose
 * block checksums do not match; a replica says "not found" only when it holds all it ever
 * acknowledged; memory for bodies is bounded, and over the bound a request is refused at once.
 */
@NullMarked
package io.aumbry.server;

import org.jspecify.annotations.NullMarked;
