/**
 * Who is where, by Apache Helix on ZooKeeper or by a file, behind {@link
 * io.aumbry.protocol.cluster.ClusterViews} and {@link io.aumbry.protocol.cluster.ReplicaHost}.
 *
 * <p>Roles, any number of which may live in one process, for any number of data centres: {@link
 * io.aumbry.cluster.zookeeper.ZooKeeperNode} keeps the coordination data of one data centre; {@link
 * io.aumbry.cluster.placement.ClusterController} decides who holds what; {@link
 * io.aumbry.cluster.participant.ClusterParticipant} is a storage node's membership; {@link
 * io.aumbry.cluster.view.HelixClusterViews} sees all data centres. Operators look with {@link
 * io.aumbry.cluster.operator.ClusterReader}, which takes part in nothing, and steer with {@link
 * io.aumbry.cluster.metadata.NodeDrain} and {@link io.aumbry.cluster.metadata.AddedPartitions}.
 */
@NullMarked
package io.aumbry.cluster;

import org.jspecify.annotations.NullMarked;
