package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;

/** Dependencies of comparison and repair. */
public record EntropyContext(
    NodeId self,
    ReplicationConfig replication,
    NodeEnvironment surroundings,
    ReplicaRegistry registry,
    NewRecordSignal arrivals,
    SuspectedReplicas doubts,
    EntropyCounters counters) {}
