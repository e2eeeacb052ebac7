/**
 * The records of a cluster in ZooKeeper, and the switches that operators set in them. {@link
 * io.aumbry.cluster.metadata.ClusterDefinition} names the records that Helix reads.
 *
 * <h2>In ZooKeeper</h2>
 *
 * <pre>
 * /CLUSTER/CONFIGS/CLUSTER/CLUSTER       partition size (AUMBRY_PARTITION_BYTES), maintenance,
 *                                        rebalancing (AUMBRY_REBALANCE)
 * /CLUSTER/CONFIGS/PARTICIPANT/NODE      endpoints, zone, capacity (AUMBRY_CAPACITY_BYTES), disks
 *                                        (DISKS), replicas without room (DECLINED)
 * /CLUSTER/STATEMODELDEFS/AumbryReplica  states and transitions; marks the cluster as defined
 * /CLUSTER/IDEALSTATES/blobs             preference lists of partitions, their class (AUMBRY_CLASS)
 * /CLUSTER/EXTERNALVIEW/blobs            state of each replica, as the controller saw it
 * /CLUSTER/LIVEINSTANCES/NODE            exists while the session of the node lasts
 * /CLUSTER/PROPERTYSTORE/sealed          sealed partitions: node or operator to list of ids
 * /CLUSTER/PROPERTYSTORE/stopped         partitions that an operator stopped, in the same form
 * /CLUSTER/PROPERTYSTORE/disabled        replicas that an operator disabled: node to list of ids
 * /CLUSTER/PROPERTYSTORE/locks           locks of hosts; see io.aumbry.cluster.lock
 * /CLUSTER/PROPERTYSTORE/locks-clock     written to learn the time of ZooKeeper's leader
 * </pre>
 */
@NullMarked
package io.aumbry.cluster.metadata;

import org.jspecify.annotations.NullMarked;
