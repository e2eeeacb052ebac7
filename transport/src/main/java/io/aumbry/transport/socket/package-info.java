/**
 * How much is handed to a socket before it is sent.
 *
 * <p>Threads: the loop of the connection only.
 */
@NullMarked
package io.aumbry.transport.socket;

import org.jspecify.annotations.NullMarked;
