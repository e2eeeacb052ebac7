/**
 * Lookups of hosts, and a limit of the bytes that are handed to a socket before they are sent. The
 * limit is used on the connection's loop only.
 */
@NullMarked
package io.aumbry.transport.socket;

import org.jspecify.annotations.NullMarked;
