package io.aumbry.bench.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration files of an Ambry cluster. Frontend and servers speak HTTP/2 with TLS. A GET
 * asks one replica, and a PUT waits for two of three.
 */
final class AmbryConfig {
  static final String LOGGING =
      """
      <Configuration status="warn">
        <Appenders>
          <Console name="out"><PatternLayout pattern="%d %p %c %m%n"/></Console>
        </Appenders>
        <Loggers>
          <Root level="warn"><AppenderRef ref="out"/></Root>
        </Loggers>
      </Configuration>
      """;

  /** Of encrypted containers, of which there are none. */
  private static final String UNUSED_KEY = "00".repeat(32);

  private static final int PARTITIONS = 12;
  private static final long PARTITION_BYTES = 8L << 30;
  private static final long SEGMENT_BYTES = 128L << 20;

  /**
   * A server.
   *
   * @param port of requests without TLS, which names the server in the cluster map
   * @param http2Port of requests with TLS
   */
  record Node(String name, int port, int http2Port, List<Path> disks) {
    Node {
      disks = List.copyOf(disks);
    }
  }

  private AmbryConfig() {}

  static String server(Node node) {
    return common()
        + """
        host.name=localhost
        port=%d
        clustermap.port=%d
        clustermap.enable.http2.replication=true
        rest.server.rest.request.service.factory=com.github.ambry.server.StorageRestRequestService
        rest.server.nio.server.factory=com.github.ambry.rest.StorageServerNettyFactory
        ssl.client.authentication=none
        store.segment.size.in.bytes=%d
        """
            .formatted(node.port(), node.port(), SEGMENT_BYTES);
  }

  static String frontend(int port) {
    return common()
        + """
        rest.server.rest.request.service.factory=com.github.ambry.frontend.FrontendRestRequestServiceFactory
        netty.server.port=%d
        netty.server.worker.thread.count=2
        router.hostname=localhost
        router.datacenter.name=bench
        router.enable.http2.network.client=true
        router.connections.local.dc.warm.up.percentage=100
        router.put.request.parallelism=3
        router.put.success.target=2
        router.get.request.parallelism=1
        router.get.success.target=1
        router.request.timeout.ms=30000
        router.request.network.timeout.ms=30000
        kms.default.container.key=%s
        """
            .formatted(port, UNUSED_KEY);
  }

  private static String common() {
    return """
    clustermap.cluster.name=bench
    clustermap.datacenter.name=bench
    clustermap.host.name=localhost
    ssl.http2.self.sign=true
    """;
  }

  static String hardware(List<Node> nodes) {
    return """
    {"clusterName": "bench", "version": 1, "datacenters": [
      {"name": "bench", "id": "1", "dataNodes": [
    %s
    ]}]}
    """
        .formatted(nodes.stream().map(AmbryConfig::hardware).collect(Collectors.joining(",\n")));
  }

  private static String hardware(Node node) {
    return """
    {"hostname": "localhost", "port": %d, "http2port": %d, "hardwareState": "AVAILABLE", "disks": [
    %s
    ]}\
    """
        .formatted(
            node.port(),
            node.http2Port(),
            node.disks().stream()
                .map(
                    """
                    {"mountPath": "%%s", "capacityInBytes": %d, "hardwareState": "AVAILABLE"}\
                    """
                            .formatted(PARTITION_BYTES * PARTITIONS)
                        ::formatted)
                .collect(Collectors.joining(",\n")));
  }

  static String partitions(List<Node> nodes) {
    List<String> partitions = new ArrayList<>();
    for (int id = 0; id < PARTITIONS; id++) {
      int number = id;
      partitions.add(
          """
          {"id": %d, "partitionClass": "max-replicas-all-datacenters", "partitionState": "READ_WRITE",
           "replicaCapacityInBytes": %d, "replicas": [
          %s
          ]}\
          """
              .formatted(
                  id,
                  PARTITION_BYTES,
                  nodes.stream()
                      .map(node -> replica(node, number))
                      .collect(Collectors.joining(",\n"))));
    }
    return """
    {"clusterName": "bench", "version": 1, "partitions": [
    %s
    ]}
    """
        .formatted(String.join(",\n", partitions));
  }

  private static String replica(Node node, int partition) {
    return """
    {"hostname": "localhost", "port": %d, "mountPath": "%s"}\
    """
        .formatted(node.port(), node.disks().get(partition % node.disks().size()));
  }
}
