/**
 * The event loops of a process and the virtual threads of requests.
 *
 * <p>Each loop is a platform thread with one {@link io.aumbry.transport.loop.LoopCarrier}, which
 * schedules the virtual threads of its requests. They run in parallel with the loop's own I/O only
 * while {@link io.aumbry.transport.loop.LoopRescue} runs them for a blocked loop, or if the JDK
 * schedules them. A few helper threads do blocking work: the public-key part of TLS handshakes, and
 * reading the files of keys.
 *
 * <p>Code on a loop must not wait. Virtual threads may wait, in {@link
 * io.aumbry.protocol.runtime.Mailbox}, which frees the loop. Netty's {@code inEventLoop()} is false
 * on virtual threads, so only tasks that are handed to the loop may touch a channel.
 */
@NullMarked
package io.aumbry.transport.loop;

import org.jspecify.annotations.NullMarked;
