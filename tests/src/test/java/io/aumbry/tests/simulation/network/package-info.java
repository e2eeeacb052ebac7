/**
 * A simulated network in place of HTTP/2 and TLS. A {@link
 * io.aumbry.tests.simulation.network.SimulatedNetwork} gives each process a node client, and
 * delivers requests to the handlers of nodes. It passes the contract of all node transports.
 *
 * <p>Messages travel in their binary form and bytes are copied. Each stream has a window, so a slow
 * reader holds its sender back. A {@link io.aumbry.tests.simulation.network.Wire} is one direction
 * between two processes, with a delay. Streams may overtake each other, but the bytes of one stream
 * arrive in order. A wire can be slow or blocked. Messages on a blocked wire arrive when it opens
 * again, unless the connection has been given up by then, as with TCP.
 */
@NullMarked
package io.aumbry.tests.simulation.network;

import org.jspecify.annotations.NullMarked;
