/**
 * Who is where, by Apache Helix on ZooKeeper or by a file, behind {@link
 * io.aumbry.protocol.cluster.ClusterViews} and {@link io.aumbry.protocol.cluster.ReplicaHost}.
 *
 * <p>Roles, any number of which may live in one process, for any number of data centres: {@link
 * io.aumbry.cluster.ZooKeeperNode} keeps the coordination data of one data centre; {@link
 * io.aumbry.cluster.ClusterController} decides who holds what; {@link
 * io.aumbry.cluster.ClusterParticipant} is a storage node's membership; {@link
 * io.aumbry.cluster.HelixClusterViews} sees all data centres. Operators look with {@link
 * io.aumbry.cluster.ClusterReader}, which takes part in nothing, and steer with {@link
 * io.aumbry.cluster.NodeDrain} and {@link io.aumbry.cluster.AddedPartitions}.
 *
 * <h2>Placement</h2>
 *
 * Partitions are one Helix resource, {@code blobs}, with partition names that are the numbers in
 * blob ids; partitions added later are a resource {@code blobs-FIRST} of their own, so that adding
 * never moves what is there. A resource is made when as many nodes as configured are live, and is
 * placed by WAGED in FULL_AUTO for good: zones apart, weights within capacities.
 *
 * <ul>
 *   <li>A replica moves by a fourth one: the new one bootstraps while the three serve, and only
 *       when it is complete is the old one told to go, one partition's one after the other. The old
 *       one refuses until enough others have all it has; see {@code NodeReplicas}.
 *   <li>Replicas stay where they are ({@code Balance.KEEP}) but for three reasons: a live node has
 *       none at all ({@code Balance.SPREAD} until it has), their node is drained ({@link
 *       io.aumbry.cluster.NodeDrain}), or it was gone for longer than the delay.
 *   <li>The delay begins when the node is lost, and anew when a controller starts and none leads.
 *       So a cluster that was off comes back as it was, in whatever order and however long it was
 *       off; see {@code Absences}.
 * </ul>
 *
 * Why so, with what was measured: decision 7.
 *
 * <h2>In ZooKeeper</h2>
 *
 * <pre>
 * /CLUSTER/CONFIGS/CLUSTER/CLUSTER       topology /zone/host/instance, weights, delay
 * /CLUSTER/CONFIGS/PARTICIPANT/NODE      endpoints, zone, capacity in MiB (DISK_MIB)
 * /CLUSTER/STATEMODELDEFS/AumbryReplica  states and transitions; a cluster without it is not defined
 * /CLUSTER/IDEALSTATES/blobs             the nodes of each partition
 * /CLUSTER/EXTERNALVIEW/blobs            the state of each replica, as the controller saw it
 * /CLUSTER/LIVEINSTANCES/NODE            there while the session of the node lasts
 * /CLUSTER/PROPERTYSTORE/sealed          who sealed which partitions: name to list of ids
 * </pre>
 *
 * <h2>Threads</h2>
 *
 * Each connection has a thread that makes it anew when Helix gave up; Helix and ZooKeeper have many
 * of their own, some not daemons, so a process ends by {@code System.exit}. Transitions run on a
 * virtual thread each, which waits for peers if it must, and which nobody interrupts. Views are
 * built and told on one thread a source, never on a caller's. Helix takes timeouts from system
 * properties only: {@code HelixConnection} sets them.
 *
 * <h2>Not protected yet</h2>
 *
 * Connections to ZooKeeper have neither TLS nor authentication, and all znodes may be changed by
 * anyone who can connect: ZooKeeper listens on loopback unless told otherwise, and must not be
 * reachable from a network that is not trusted.
 */
@NullMarked
package io.aumbry.cluster;

import org.jspecify.annotations.NullMarked;
