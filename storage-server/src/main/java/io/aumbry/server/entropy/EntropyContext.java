package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.FetchLimits;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;

public record EntropyContext(
    NodeId self,
    FetchLimits limits,
    NodeEnvironment environment,
    ReplicaRegistry registry,
    NewRecordSignal newRecords,
    SuspectedReplicas doubts,
    EntropyCounters counters) {}
