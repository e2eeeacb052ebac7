/**
 * The decisions of the router as functions from values to values: who is asked, when a second one
 * is, and what the answers add up to. Nothing here does I/O or knows the time by itself.
 *
 * <p>Threads: {@link io.aumbry.router.policy.Quorum} belongs to one operation and so to one thread.
 * What loops share ({@link io.aumbry.router.policy.AdaptiveThreshold}, {@link
 * io.aumbry.router.policy.HedgeAllowance}, {@link io.aumbry.router.policy.Fullness}, {@link
 * io.aumbry.router.policy.PartitionTurns}, {@link io.aumbry.router.policy.Suspects}) is updated by
 * atomic steps and never holds a caller up.
 *
 * <p>Invariants: two answers "not found" of a data centre with three replicas are final, since any
 * two replicas that took a PUT have one in common with them; one answer "deleted" or "expired" is
 * final, since the merge of a blob's records only ever goes on from there.
 */
@NullMarked
package io.aumbry.router.policy;

import org.jspecify.annotations.NullMarked;
