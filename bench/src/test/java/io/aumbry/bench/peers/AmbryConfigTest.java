package io.aumbry.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AmbryConfigTest {
  private static final List<AmbryConfig.Node> NODES =
      List.of(node(100, 200), node(101, 201), node(102, 202));

  private static AmbryConfig.Node node(int port, int http2Port) {
    return new AmbryConfig.Node(
        "server", port, http2Port, List.of(Path.of("/a/" + port), Path.of("/b/" + port)));
  }

  @Test
  void everyPartitionHasACopyOnADiskOfEachServer() throws IOException {
    JsonNode partitions =
        new ObjectMapper().readTree(AmbryConfig.partitions(NODES)).get("partitions");
    assertThat(partitions).hasSize(12);
    for (JsonNode partition : partitions) {
      Set<Integer> ports = new HashSet<>();
      for (JsonNode replica : partition.get("replicas")) {
        ports.add(replica.get("port").asInt());
        assertThat(replica.get("mountPath").asText())
            .matches("/[ab]/" + replica.get("port").asInt());
      }
      assertThat(ports).containsExactlyInAnyOrder(100, 101, 102);
    }
  }

  @Test
  void theDisksHaveRoomForTheirPartitions() throws IOException {
    ObjectMapper json = new ObjectMapper();
    long partition =
        json.readTree(AmbryConfig.partitions(NODES))
            .get("partitions")
            .get(0)
            .get("replicaCapacityInBytes")
            .asLong();
    List<Integer> http2 = new ArrayList<>();
    for (JsonNode node :
        json.readTree(AmbryConfig.hardware(NODES)).get("datacenters").get(0).get("dataNodes")) {
      http2.add(node.get("http2port").asInt());
      assertThat(node.get("disks")).hasSize(2);
      node.get("disks")
          .forEach(disk ->
              assertThat(disk.get("capacityInBytes").asLong())
                  .isGreaterThanOrEqualTo(6 * partition));
    }
    assertThat(http2).containsExactly(200, 201, 202);
  }

  @Test
  void propertiesHaveTheirPortsAndQuorums() {
    assertThat(AmbryConfig.server(NODES.getFirst()))
        .contains("\nport=100\n", "clustermap.port=100\n", "ssl.http2.self.sign=true\n");
    assertThat(AmbryConfig.frontend(80))
        .contains("netty.server.port=80\n", "router.enable.http2.network.client=true\n")
        .contains("router.put.success.target=2\n", "router.get.request.parallelism=1\n");
  }
}
