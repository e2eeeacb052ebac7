/**
 * Limits the bytes that are handed to a socket before they are sent. Used on the connection's loop
 * only.
 */
@NullMarked
package io.aumbry.transport.socket;

import org.jspecify.annotations.NullMarked;
