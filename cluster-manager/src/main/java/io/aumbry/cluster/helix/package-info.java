/**
 * The connection of a process to Helix, and the threads and metrics around it.
 *
 * <h2>Threads</h2>
 *
 * Each connection has a thread. It connects again when Helix gave up or could not take up a new
 * session, and it regularly compares the reported states with the actual ones (decision 7). Helix
 * and ZooKeeper start many threads, and some are not daemons, so a process ends by {@code
 * System.exit}. Each transition runs on a virtual thread, which waits for peers if it must. Nothing
 * interrupts that thread, so it can outlive its session; a replica takes no step for a session that
 * has ended. Views are built and told on one thread a source, never on a caller's. Helix takes
 * timeouts from system properties only: {@code HelixConnection} sets them.
 */
@NullMarked
package io.aumbry.cluster.helix;

import org.jspecify.annotations.NullMarked;
