/**
 * A shadow ledger. It checks that each claim of a replica has a foundation, whether the claim is
 * true or not. It observes records as they become durable, notes as they are written, and messages
 * at both ends. From these it derives, by its own rules, the strongest claim that each replica may
 * make, and reports any claim that goes further.
 *
 * <p>The rules use nothing of the product's bookkeeping. A replica may claim the records of a store
 * up to a number on two conditions. It was told of each of them, by the store or by another replica
 * that could claim them. Its own disk has the effect of each.
 *
 * <p>A store that lost its last records, or an older copy of a disk, gets new records under the old
 * numbers. Statements about the old records prove nothing about the new ones. The claims of such a
 * store rest on lost records, and are not judged until it has noticed the loss.
 *
 * <p>Numbers alone do not show the loss to peers. A position remains valid if the store accepts
 * records beyond it and is opened again before the loss is noticed. A copy of a disk brings back
 * the positions that its replicas had when it was made, as far as the peers still have the records.
 *
 * <p>A node may get back a store that it had before. Only the store that it had at a given time
 * shows the records that its replica had then.
 *
 * <p>The ledger runs on the simulator's thread, takes no simulated time and draws no random
 * numbers, so a run is the same with it and without it.
 */
@NullMarked
package io.aumbry.tests.simulation.ledger;

import org.jspecify.annotations.NullMarked;
