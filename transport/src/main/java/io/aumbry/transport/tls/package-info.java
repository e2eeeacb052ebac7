/**
 * TLS of servers and clients: by BoringSSL, or by the JDK's engine where that is asked for or the
 * native library is missing. The costly part of a handshake runs on helper threads, not on loops.
 * Files are looked at again while the process runs.
 */
@NullMarked
package io.aumbry.transport.tls;

import org.jspecify.annotations.NullMarked;
