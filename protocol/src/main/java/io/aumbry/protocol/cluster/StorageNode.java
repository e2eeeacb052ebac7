package io.aumbry.protocol.cluster;

/**
 * A process that keeps replicas.
 *
 * @param zone what fails together with this node: no two replicas of a partition are put in one
 *     zone of a data centre
 * @param live whether the coordinator sees its session
 */
public record StorageNode(
    NodeId id, int dataCenter, String zone, Endpoint endpoint, boolean live) {}
