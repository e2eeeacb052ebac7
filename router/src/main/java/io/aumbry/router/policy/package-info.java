/**
 * The decisions of the router as pure functions: which replicas to ask, when to hedge, and how to
 * combine answers. Nothing here does I/O or reads a clock.
 *
 * <p>A {@link io.aumbry.router.policy.Quorum} belongs to one operation and its thread. Classes that
 * loops share change by atomic steps or under short locks.
 *
 * <p>Invariant: "not found", "deleted" and "expired" are final only if enough replicas of one data
 * centre agree to overlap each of its write quorums (two of three).
 */
@NullMarked
package io.aumbry.router.policy;

import org.jspecify.annotations.NullMarked;
