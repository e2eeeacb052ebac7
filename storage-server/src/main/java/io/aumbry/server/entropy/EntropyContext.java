package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Arrivals;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.Surroundings;

/** What it takes to compare and repair replicas of a node, beside how and when. */
public record EntropyContext(
    NodeId self,
    ReplicationConfig replication,
    Surroundings surroundings,
    ReplicaRegistry registry,
    Arrivals arrivals,
    Doubts doubts,
    EntropyCounters counters) {}
