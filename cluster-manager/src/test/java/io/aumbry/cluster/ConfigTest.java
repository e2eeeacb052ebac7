package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperNodeConfig;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConfigTest {
  private static final ClusterAddress ADDRESS = ClusterAddress.of("c", "127.0.0.1:2181");

  @Test
  void defaultsAreSafe() {
    assertThat(ZooKeeperNodeConfig.defaults(Path.of("z")).host()).isEqualTo("127.0.0.1");
    assertThat(ADDRESS.sessionTimeout()).isEqualTo(Duration.ofSeconds(6));
    ControllerConfig controller = ControllerConfig.of(ADDRESS, "controller-1", 64);
    assertThat(controller.replicas()).isEqualTo(3);
    assertThat(controller.placement().moveDelay()).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void aValueOutOfBoundsIsNamedWithItsBounds() {
    assertThatThrownBy(() -> ControllerConfig.of(ADDRESS, "c1", 0))
        .hasMessage("partitions is 0, must be 1 to 20000");
    assertThatThrownBy(() -> new ClusterAddress("c", "h:1", Duration.ofMillis(10)))
        .hasMessageContaining("PT0.01S")
        .hasMessageContaining("PT0.2S");
    assertThatThrownBy(() -> new ClusterAddress("a/b", "h:1", Duration.ofSeconds(6)))
        .hasMessageContaining("a/b");
    assertThatThrownBy(() ->
            new ParticipantConfig(ADDRESS, new NodeId("n"), new Endpoint("h", 1), "z=1", 1L << 30))
        .hasMessageContaining("z=1");
    assertThatThrownBy(
            () -> new ParticipantConfig(ADDRESS, new NodeId("n"), new Endpoint("h", 1), "z", 1))
        .hasMessageContaining("capacity bytes of node n is 1");
  }
}
