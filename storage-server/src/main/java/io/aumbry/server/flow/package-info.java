/**
 * Bytes that requests hold in memory: reading, cutting and passing them on. A {@link
 * io.aumbry.protocol.budget.Budget} bounds them.
 *
 * <p>Threads: a source belongs to the thread of its request.
 */
@NullMarked
package io.aumbry.server.flow;

import org.jspecify.annotations.NullMarked;
