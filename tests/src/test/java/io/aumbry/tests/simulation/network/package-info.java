/**
 * A network of simulated processes, in place of HTTP/2 and TLS: a {@link
 * io.aumbry.tests.simulation.network.SimulatedNetwork} gives each process its node client and takes
 * the handlers of nodes. It passes the contract of all node transports.
 *
 * <p>Messages travel in their binary form, bytes are copied, and each stream has a window, so that
 * a slow reader holds its sender back. A {@link io.aumbry.tests.simulation.network.Wire} is one
 * direction between two processes: it delays what is sent, lets streams pass each other but no
 * stream's own bytes, and can be slow or blocked. What is sent on a blocked one arrives when it
 * opens again, unless the connection was given up before, as TCP has it.
 */
@NullMarked
package io.aumbry.tests.simulation.network;

import org.jspecify.annotations.NullMarked;
