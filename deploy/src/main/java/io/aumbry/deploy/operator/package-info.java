/**
 * {@code aumbry admin}: commands by which operators observe and steer a running cluster.
 *
 * <p>An observation ({@link io.aumbry.deploy.operator.observation.ClusterObserver}) reads the
 * coordinator of each data centre and asks all live nodes for their reports in parallel, within a
 * time limit. Nodes that do not answer are named. The output is computed from one observation:
 * {@link io.aumbry.deploy.operator.status.ClusterStatus} judges, and the commands format. {@link
 * io.aumbry.deploy.operator.observation.NodeRound} sends any {@link
 * io.aumbry.deploy.operator.observation.NodeConversation} to all nodes.
 *
 * <p>The commands keep no state. Drains, locks, workflows and added partitions are recorded in
 * ZooKeeper and continue after the command ends.
 */
@NullMarked
package io.aumbry.deploy.operator;

import org.jspecify.annotations.NullMarked;
