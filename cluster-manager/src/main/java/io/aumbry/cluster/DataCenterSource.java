package io.aumbry.cluster;

import io.aumbry.protocol.cluster.DataCenter;

/** A data centre and where its cluster is coordinated. */
public record DataCenterSource(DataCenter dataCenter, ClusterAddress address) {}
