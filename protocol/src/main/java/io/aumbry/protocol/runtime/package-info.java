/**
 * What is not a value and so comes in by constructor: time, randomness, and the carrier of a
 * request's threads. Production code is written against these alone, so that the same code runs on
 * event loops and in a deterministic simulation.
 *
 * <p>Threads: a request runs on virtual threads that one {@link io.aumbry.protocol.runtime.Carrier}
 * carries. The only way such a thread waits is {@link io.aumbry.protocol.runtime.Mailbox#take}.
 */
@NullMarked
package io.aumbry.protocol.runtime;

import org.jspecify.annotations.NullMarked;
