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
 * never moves what is there. All of a resource are of one class, the default or that in its record.
 * A resource is made when as many nodes as configured are live. It is SEMI_AUTO: Helix follows the
 * preference list of each partition, and the controller that leads writes the lists ({@link
 * io.aumbry.cluster.PlacementPlanner}).
 *
 * <ul>
 *   <li>The first nodes of a list, as many as there are copies, are its target. Nodes behind them
 *       serve until the whole target serves; then they are taken off the list ({@link
 *       io.aumbry.cluster.PreferenceList}).
 *   <li>Helix has a replica that is off the list drop its data step by step. The last step waits
 *       until enough others have all of it; see {@code NodeReplicas}.
 *   <li>A replica that fails is taken to OFFLINE by its node, which writes that into its current
 *       state; the controller then takes it through its states again. One that no disk of its node
 *       has room for is disabled on that node first, and placed elsewhere ({@link
 *       io.aumbry.cluster.DeclinedReplicas}).
 *   <li>Replicas move for three reasons: nodes are given their share ({@link
 *       io.aumbry.cluster.Rebalance}), a node is drained ({@link io.aumbry.cluster.NodeDrain}), or
 *       a node has been absent for longer than the delay ({@link io.aumbry.cluster.Absences}).
 * </ul>
 *
 * Decision 7 has the reasons, and the notebook what was measured.
 *
 * <h2>In ZooKeeper</h2>
 *
 * <pre>
 * /CLUSTER/CONFIGS/CLUSTER/CLUSTER       bytes of a partition (AUMBRY_PARTITION_BYTES), maintenance,
 *                                        whether nodes are given their share (AUMBRY_REBALANCE)
 * /CLUSTER/CONFIGS/PARTICIPANT/NODE      endpoints, zone, capacity (AUMBRY_CAPACITY_BYTES), disks
 *                                        (DISKS), replicas it has no room for (DECLINED)
 * /CLUSTER/STATEMODELDEFS/AumbryReplica  states and transitions; a cluster without it is not defined
 * /CLUSTER/IDEALSTATES/blobs             the preference lists of partitions, their class
 *                                        (AUMBRY_CLASS)
 * /CLUSTER/EXTERNALVIEW/blobs            the state of each replica, as the controller saw it
 * /CLUSTER/LIVEINSTANCES/NODE            there while the session of the node lasts
 * /CLUSTER/PROPERTYSTORE/sealed          who sealed which partitions: name to list of ids
 * /CLUSTER/PROPERTYSTORE/stopped         which partitions an operator stopped, in the same form
 * /CLUSTER/PROPERTYSTORE/disabled        which replicas an operator disabled: node to list of ids
 * </pre>
 *
 * <h2>Without ZooKeeper</h2>
 *
 * A process that runs keeps the last view for as long as ZooKeeper is lost. A process that starts
 * then uses the view that its last run kept, one file for each data centre, {@code view-NAME}
 * (integers big endian, records as Helix writes them, in JSON):
 *
 * <pre>
 * magic "AUMBVIEW" (8) | version 1 (4) | CRC32C of all that follows (4)
 * cluster name (2 + UTF-8) | data centre id (4) | written at, wall clock in ms (8)
 * seven lists, each: count (4), then for each record its length (4) and its bytes:
 *   nodes, names of live nodes, resources, external views, the records sealed, stopped, disabled
 * </pre>
 *
 * It is written when the view changes and ZooKeeper answers, and as the process stops. A file that
 * is damaged, of another version or of another cluster is not used. As soon as all of a data centre
 * has been seen anew that replaces what was kept, whole.
 *
 * <h2>Threads</h2>
 *
 * Each connection has a thread. It connects again when Helix gave up or could not take up a new
 * session, and it regularly compares the reported states with the actual ones (decision 7). Helix
 * and ZooKeeper start many threads, and some are not daemons, so a process ends by {@code
 * System.exit}. Each transition runs on a virtual thread, which waits for peers if it must. Nothing
 * interrupts that thread, so it can outlive its session; a replica takes no step for a session that
 * has ended. Views are built and told on one thread a source, never on a caller's. Helix takes
 * timeouts from system properties only: {@code HelixConnection} sets them.
 *
 * <h2>Who may connect to ZooKeeper</h2>
 *
 * With a {@link io.aumbry.cluster.ClusterIdentity} all connections are mutual TLS 1.3, and {@link
 * io.aumbry.cluster.ZooKeeperNode} has no other port: who has no certificate by the cluster's own
 * authority has no session. That is the whole fence. Helix makes all its znodes world-writable (its
 * client has no other way), so whoever has a session may change everything, as any process of the
 * cluster may. Without an identity the same holds for whoever reaches the port, which must then be
 * on a network that is trusted. {@code ZooKeeperTls} says how Helix and ZooKeeper are told.
 */
@NullMarked
package io.aumbry.cluster;

import org.jspecify.annotations.NullMarked;
