/**
 * A shadow ledger: checks that each claim of a replica has a foundation, whether the claim is true
 * or not. It observes records as they become durable, notes as they are written, and messages at
 * both ends. From these the ledger derives, by its own rules, the strongest claim of each replica,
 * and reports a claim that goes further.
 *
 * <p>The rules know nothing of the product's bookkeeping. They speak of sets of records: a replica
 * may claim the records of a store up to a number when it was told of each one of them, or when
 * another replica that could claim them has told so, and when its own disk has the effect of each.
 *
 * <p>A store that lost its last records, or an older copy of a disk, has other records under the
 * same name. Statements about the former records prove nothing about the new ones. Its own claims
 * rest on records that it has lost, and are not judged until it has noticed the loss.
 *
 * <p>A node may get a store back that it had before. Only the store that it had at a time shows
 * what its replica had then.
 *
 * <p>All of it runs on the simulator's one thread, takes no simulated time and draws nothing, so
 * that a run is the same with it and without it.
 */
@NullMarked
package io.aumbry.tests.simulation.ledger;

import org.jspecify.annotations.NullMarked;
