package io.aumbry.server.replication;

import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.node.NodeClient;
import java.util.random.RandomGenerator;

/**
 * All that a storage node needs beside its disks.
 *
 * @param client to its peers; closed by its owner
 * @param carrier of the threads that pull
 * @param random safe to use from any thread
 */
public record Surroundings(
    ClusterViews views,
    NodeClient client,
    Carrier carrier,
    RandomGenerator random,
    MetricRegistry metrics) {}
