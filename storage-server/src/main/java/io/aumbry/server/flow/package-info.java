/**
 * Bytes that are held in memory for requests: how many there may be, and how they are handed on.
 *
 * <p>Threads: a {@link io.aumbry.server.flow.ByteBudget} is shared by all; a source belongs to the
 * thread of its request.
 */
@NullMarked
package io.aumbry.server.flow;

import org.jspecify.annotations.NullMarked;
