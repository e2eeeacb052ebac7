/**
 * A storage node: answers messages of frontends and peers from the stores on its disks, and brings
 * its replicas to the states that the coordinator requests.
 *
 * <p>Start with {@link io.aumbry.server.StorageServer}, which wires the parts. {@code
 * BlobOperations} has one method for each operation of a frontend. The sub-packages:
 *
 * <ul>
 *   <li>{@code replica} has the open stores and their notes.
 *   <li>{@code replication} keeps replicas in step, and keeps every acknowledged record.
 *   <li>{@code entropy} compares replicas, and repairs the differences.
 *   <li>{@code compaction}, {@code scrub}, {@code sealing} and {@code rebuild} work in the
 *       background.
 *   <li>{@code access} decides which peer may send which message.
 *   <li>{@code report} answers operators.
 *   <li>{@code flow} has the bytes of requests in memory.
 * </ul>
 *
 * <p>Threads: a request runs on one virtual thread. It waits only for its body, its store, and the
 * reader of its answer. State transitions run on threads of the coordinator, which may wait for
 * disks and peers.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A change is answered with {@code Done} only when it is durable here, as the configured
 *       durability says.
 *   <li>Bytes are stored only if their block checksums match.
 *   <li>A replica says "not found" only if it holds every record that it ever acknowledged.
 *   <li>Memory for bodies is bounded. A request that would exceed the bound is refused at once.
 * </ul>
 */
@NullMarked
package io.aumbry.server;

import org.jspecify.annotations.NullMarked;
