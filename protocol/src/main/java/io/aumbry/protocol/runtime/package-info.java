/**
 * Time, randomness and threads as interfaces that are passed to constructors. Code that uses only
 * these runs unchanged on event loops and in the deterministic simulator.
 *
 * <p>A request runs on virtual threads of one {@link io.aumbry.protocol.runtime.Carrier}. Such a
 * thread waits only in {@link io.aumbry.protocol.runtime.Mailbox#take}.
 */
@NullMarked
package io.aumbry.protocol.runtime;

import org.jspecify.annotations.NullMarked;
