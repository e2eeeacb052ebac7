/**
 * The connection of a process to Helix, and its threads and metrics.
 *
 * <h2>Threads</h2>
 *
 * <p>Each connection has a thread, which reconnects and regularly compares reported with actual
 * states (decision 7). Some threads of Helix and ZooKeeper are not daemons, so a process ends by
 * {@code System.exit}. Each transition runs on its own virtual thread and may wait for peers.
 * Nothing interrupts it, so it can outlive its session; a replica takes no step for an ended
 * session. Each source builds and publishes views on one thread.
 */
@NullMarked
package io.aumbry.cluster.helix;

import org.jspecify.annotations.NullMarked;
