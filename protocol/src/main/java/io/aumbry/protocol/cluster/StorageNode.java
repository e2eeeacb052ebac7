package io.aumbry.protocol.cluster;

/**
 * A process that stores replicas.
 *
 * @param zone nodes that can fail together; a zone holds at most one replica of a partition in a
 *     data centre
 * @param live whether the coordinator sees its session
 */
public record StorageNode(
    NodeId id, int dataCenter, String zone, Endpoint endpoint, boolean live) {}
