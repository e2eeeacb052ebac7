/**
 * The event loops of a process and the virtual threads they carry.
 *
 * <p>Threads: a few platform threads, one a loop, each with one {@link
 * io.aumbry.transport.loop.LoopCarrier}; and a small number of helper threads for what would hold a
 * loop (name look-up, the public-key part of TLS handshakes). The virtual threads of a request are
 * scheduled by their loop itself, so they and the loop's input and output never run at the same
 * time.
 *
 * <p>Invariant: nothing that runs on a loop waits, but for virtual threads, which wait in {@link
 * io.aumbry.protocol.runtime.Mailbox} and leave the loop free meanwhile. Note that on such a thread
 * Netty's {@code inEventLoop()} is false: channels are touched by tasks given to the loop only.
 */
@NullMarked
package io.aumbry.transport.loop;

import org.jspecify.annotations.NullMarked;
