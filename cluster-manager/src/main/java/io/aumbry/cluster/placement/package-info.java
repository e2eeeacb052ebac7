/**
 * Decides which nodes hold which partitions. {@link io.aumbry.cluster.placement.PlacementPlanner}
 * is a pure function; {@link io.aumbry.cluster.placement.ReplicaPlacer} writes its decisions.
 *
 * <h2>Placement</h2>
 *
 * <p>The initial partitions are the Helix resource {@code blobs}; the names are the numbers in blob
 * ids. Partitions added later are a resource {@code blobs-FIRST} of their own, so that existing
 * replicas do not move. A resource has one class. It is created when the configured number of nodes
 * is live. It is SEMI_AUTO: Helix follows the preference lists, which the leading controller
 * writes.
 *
 * <ul>
 *   <li>The first nodes of a list, one for each copy, are its target. The others serve until the
 *       whole target serves, then leave the list ({@link
 *       io.aumbry.cluster.placement.PreferenceList}).
 *   <li>Helix takes a replica that is off the list to DROPPED step by step. The last step waits
 *       until enough others have all its data; see {@code NodeReplicas}.
 *   <li>A node takes a failed replica to OFFLINE, and the controller then takes it through its
 *       states again. If no disk has room for it, the node disables it first, and it is placed
 *       elsewhere ({@link io.aumbry.cluster.metadata.DeclinedReplicas}).
 *   <li>Replicas move for three reasons: a rebalance ({@link
 *       io.aumbry.cluster.metadata.Rebalance}), a drain ({@link
 *       io.aumbry.cluster.metadata.NodeDrain}), or a node that is absent for longer than the delay
 *       ({@link io.aumbry.cluster.placement.NodeAbsences}).
 * </ul>
 *
 * <p>The leading controller locks the hosts that the moves of a rebalance change ({@link
 * io.aumbry.cluster.placement.RebalanceLock}). The other moves take no lock, because they restore
 * copies, or belong to an activity that has one.
 *
 * <p>Decisions 7 and 45 have the reasons.
 */
@NullMarked
package io.aumbry.cluster.placement;

import org.jspecify.annotations.NullMarked;
