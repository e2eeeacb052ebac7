/**
 * Limits on a resource that all requests of a process share, such as memory for bodies, and the
 * rules by which requests compete for it.
 *
 * <p>A request opens a {@link io.aumbry.protocol.budget.Claim} on behalf of its {@link
 * io.aumbry.protocol.runtime.Claimant} and grows the claim as bytes arrive. {@link
 * io.aumbry.protocol.budget.Budget} states which requests get the resource, wait, or must give way.
 *
 * <p>Threads: a budget is shared by all threads. A claim is grown by one thread at a time and may
 * be closed by another one.
 */
@NullMarked
package io.aumbry.protocol.budget;

import org.jspecify.annotations.NullMarked;
