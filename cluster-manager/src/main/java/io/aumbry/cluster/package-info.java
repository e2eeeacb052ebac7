/**
 * Cluster membership and placement by Apache Helix on ZooKeeper, or by a file, behind {@link
 * io.aumbry.protocol.cluster.ClusterViews} and {@link io.aumbry.protocol.cluster.ReplicaHost}.
 *
 * <p>A process may have any of these roles, for any number of data centres. {@link
 * io.aumbry.cluster.zookeeper.ZooKeeperNode} keeps the coordination data of a data centre. {@link
 * io.aumbry.cluster.placement.ClusterController} places replicas. {@link
 * io.aumbry.cluster.participant.ClusterParticipant} is the membership of a storage node. {@link
 * io.aumbry.cluster.view.HelixClusterViews} provides views of all data centres. Operators observe
 * with {@link io.aumbry.cluster.operator.ClusterReader}, and intervene with {@link
 * io.aumbry.cluster.metadata.NodeDrain} and {@link io.aumbry.cluster.metadata.AddedPartitions}.
 * {@link io.aumbry.cluster.lock.HostLocks} keeps their activities apart.
 */
@NullMarked
package io.aumbry.cluster;

import org.jspecify.annotations.NullMarked;
