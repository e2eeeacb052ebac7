package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.transport.node.NodeClient;

/**
 * The process of an operator.
 *
 * @param views the cluster as it sees it
 * @param client reaches the nodes
 */
public record SimulatedOperator(SimulatedProcess process, ClusterViews views, NodeClient client) {}
