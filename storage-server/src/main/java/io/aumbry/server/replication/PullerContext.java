package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.ReplicaRegistry;

/**
 * What the pullers of a node have in common.
 *
 * @param progressed told after each answer that was worked in
 * @param pace of what comes from other data centres
 */
record PullerContext(
    NodeId self,
    ReplicationConfig config,
    Surroundings surroundings,
    ReplicaRegistry registry,
    Arrivals arrivals,
    Runnable progressed,
    FarPace pace) {}
