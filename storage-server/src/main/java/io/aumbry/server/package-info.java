/**
 * A storage node: answers the messages of frontends and peers from the stores on its disks, and
 * brings its replicas to the states that the coordinator requests.
 *
 * <p>Reading order: {@link io.aumbry.server.StorageServer}, which puts the parts together; the
 * operations, each of which is one method inside a common frame; {@code replica}, the open stores;
 * {@code replication}, how replicas keep in step and the proofs of its two rules; {@code
 * compaction}, when space is freed; {@code rebuild}, how failed replicas come back; {@code flow},
 * bytes held in memory.
 *
 * <p>Threads: a request runs on its own virtual thread from the first byte to the last. It waits
 * only for its body, its store, and the reader of its answer. Transitions run on threads of the
 * coordinator, which may wait for disks and peers.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A change is answered with done only when it is durable here.
 *   <li>Bytes are stored only if their block checksums match.
 *   <li>A replica says "not found" only when it holds every record that it ever acknowledged.
 *   <li>Memory for bodies is bounded, and over the bound a request is refused at once.
 * </ul>
 */
@NullMarked
package io.aumbry.server;

import org.jspecify.annotations.NullMarked;
