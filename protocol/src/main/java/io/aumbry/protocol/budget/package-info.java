/**
 * Limits on resources that all requests of a process share, such as memory for bodies, and the
 * rules by which requests compete for them.
 *
 * <p>A request opens a {@link io.aumbry.protocol.budget.Claim} for its {@link
 * io.aumbry.protocol.runtime.Claimant} and grows it as bytes arrive. {@link
 * io.aumbry.protocol.budget.Budget} decides which requests get the resource, wait or give way.
 *
 * <p>All threads share a budget. One thread at a time grows a claim; another thread may close it.
 */
@NullMarked
package io.aumbry.protocol.budget;

import org.jspecify.annotations.NullMarked;
