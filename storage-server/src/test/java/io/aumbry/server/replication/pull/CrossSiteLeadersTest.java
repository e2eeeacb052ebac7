package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossSiteLeadersTest {
  private static final int THERE = 2;

  /**
   * Format: {@code name:STATE}, followed by {@code !} if the node is not live. A node with a name
   * that begins with {@code x} does not answer.
   */
  private static Replica replica(String written) {
    boolean live = !written.endsWith("!");
    List<String> parts = List.of(written.replace("!", "").split(":", -1));
    NodeId id = new NodeId(parts.getFirst());
    StorageNode node = new StorageNode(id, THERE, "z", new Endpoint("localhost", 1), live);
    return new Replica(node, ReplicaState.valueOf(parts.getLast()));
  }

  @ParameterizedTest
  @CsvSource({
    "m, k:STANDBY l:STANDBY m:LEADER",
    "k, m:LEADER k:LEADER",
    "k, m:STANDBY k:STANDBY l:BOOTSTRAP",
    "l, k:STANDBY! l:STANDBY",
    "l, k:LEADER! l:BOOTSTRAP",
    "l, k:BOOTSTRAP l:INACTIVE",
    "k, k:BOOTSTRAP l:OFFLINE m:ERROR",
    "k, k:LEADER! l:LEADER!",
    "-, k:OFFLINE l:ERROR m:DROPPED",
    "l, x:LEADER l:STANDBY m:STANDBY",
    "l, x:LEADER l:BOOTSTRAP m:STANDBY!",
    "x, x:LEADER m:STANDBY!",
    "xl, xk:STANDBY xl:LEADER",
  })
  void theLeaderSpeaksAndWithoutOneTheFittest(String expected, String replicas) {
    Partition partition =
        new Partition(
            1,
            false,
            3,
            Stream.of(replicas.split(" ", -1)).map(CrossSiteLeadersTest::replica).toList());
    Predicate<NodeId> lost = node -> node.name().startsWith("x");
    assertThat(
            CrossSiteLeaders.of(partition, THERE, lost)
                .map(replica -> replica.node().id().name())
                .orElse("-"))
        .isEqualTo(expected);
    assertThat(CrossSiteLeaders.of(partition, 1, lost)).isEmpty();
  }
}
