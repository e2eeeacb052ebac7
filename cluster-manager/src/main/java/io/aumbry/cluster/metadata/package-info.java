/**
 * The records of a cluster in ZooKeeper, and the switches that operators set in them. {@link
 * io.aumbry.cluster.metadata.ClusterDefinition} names the records that Helix reads.
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
 */
@NullMarked
package io.aumbry.cluster.metadata;

import org.jspecify.annotations.NullMarked;
