/**
 * Bytes that requests hold in memory: how they are read, cut and handed on. Their number is bounded
 * by a {@link io.aumbry.protocol.budget.Budget}.
 *
 * <p>Threads: a source belongs to the thread of its request.
 */
@NullMarked
package io.aumbry.server.flow;

import org.jspecify.annotations.NullMarked;
