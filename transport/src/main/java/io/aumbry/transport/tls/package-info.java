/**
 * TLS of servers and clients, by BoringSSL, or by the JDK if configured or if the native library is
 * missing. Helper threads run the expensive part of a handshake. Files are reloaded while the
 * process runs.
 */
@NullMarked
package io.aumbry.transport.tls;

import org.jspecify.annotations.NullMarked;
