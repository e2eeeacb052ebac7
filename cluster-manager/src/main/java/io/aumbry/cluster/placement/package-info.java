/**
 * Decides which nodes hold which partitions. {@link io.aumbry.cluster.placement.PlacementPlanner}
 * is a pure function, and {@link io.aumbry.cluster.placement.ReplicaPlacer} writes what it decides.
 *
 * <h2>Placement</h2>
 *
 * Partitions are one Helix resource, {@code blobs}, with partition names that are the numbers in
 * blob ids; partitions added later are a resource {@code blobs-FIRST} of their own, so that adding
 * never moves what is there. All of a resource are of one class, the default or that in its record.
 * A resource is made when as many nodes as configured are live. It is SEMI_AUTO: Helix follows the
 * preference list of each partition, and the controller that leads writes the lists ({@link
 * io.aumbry.cluster.placement.PlacementPlanner}).
 *
 * <ul>
 *   <li>The first nodes of a list, as many as there are copies, are its target. Nodes behind them
 *       serve until the whole target serves; then they are taken off the list ({@link
 *       io.aumbry.cluster.placement.PreferenceList}).
 *   <li>Helix has a replica that is off the list drop its data step by step. The last step waits
 *       until enough others have all of it; see {@code NodeReplicas}.
 *   <li>A replica that fails is taken to OFFLINE by its node, which writes that into its current
 *       state; the controller then takes it through its states again. One that no disk of its node
 *       has room for is disabled on that node first, and placed elsewhere ({@link
 *       io.aumbry.cluster.metadata.DeclinedReplicas}).
 *   <li>Replicas move for three reasons: nodes are given their share ({@link
 *       io.aumbry.cluster.metadata.Rebalance}), a node is drained ({@link
 *       io.aumbry.cluster.metadata.NodeDrain}), or a node has been absent for longer than the delay
 *       ({@link io.aumbry.cluster.placement.Absences}).
 * </ul>
 *
 * Decision 7 has the reasons, and the notebook what was measured.
 */
@NullMarked
package io.aumbry.cluster.placement;

import org.jspecify.annotations.NullMarked;
