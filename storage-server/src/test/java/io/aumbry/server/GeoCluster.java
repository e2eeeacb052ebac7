package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.LocalNetwork.Link;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replication.ReplicationConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Data centres a, b and c with nodes a1, a2 and so on, and one partition. All blobs have random
 * content.
 */
final class GeoCluster implements AutoCloseable {
  static final int PARTITION = 7;

  private static final Map<Character, DataCenter> DATA_CENTERS =
      Map.of(
          'a', HandViews.HERE,
          'b', new DataCenter(2, "there"),
          'c', new DataCenter(3, "elsewhere"));

  private final LocalWires wires = new LocalWires();
  private final Map<String, Node> nodes = new TreeMap<>();
  private final TestCluster cluster;
  private final NodeClientOfTests client;

  /** Starts without nodes. */
  GeoCluster(Path folder, int dataCenters, ServerConfig config) {
    cluster = new TestCluster(folder, config, wires);
    client = cluster.client();
    List.of('b', 'c')
        .subList(0, dataCenters - 1)
        .forEach(letter -> cluster.views().add(dataCenter(letter.toString())));
  }

  /** With short periods. */
  static ServerConfig quick(int copies) {
    ReplicationConfig replication =
        ReplicationConfig.defaults()
            .withCopies(copies)
            .withRollCall(Duration.ofMillis(500))
            .withLongPoll(Duration.ofSeconds(1));
    return ServerConfig.defaults().withReplication(replication);
  }

  private static DataCenter dataCenter(String node) {
    DataCenter found = DATA_CENTERS.get(node.charAt(0));
    if (found == null) {
      throw new IllegalArgumentException(node);
    }
    return found;
  }

  NodeClientOfTests client() {
    return client;
  }

  TestCluster cluster() {
    return cluster;
  }

  LocalNetwork network() {
    return wires.client();
  }

  /** Starts a node, and adds a replica to the views. */
  Node start(String name) {
    Node node = cluster.start(name, dataCenter(name));
    nodes.put(name, node);
    node.assign(PARTITION);
    return node;
  }

  /** All of these serve; the first of each data centre leads. */
  void serve(String... names) {
    for (String name : names) {
      start(name);
    }
    TestCluster.serveAtOnce(PARTITION, nodes.values().toArray(Node[]::new));
    for (String name : names) {
      if (name.endsWith("1")) {
        lead(name);
      }
    }
  }

  Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException(name);
    }
    return node;
  }

  /** Stops a node, and marks it as not live in the views. */
  void stop(String name) {
    NodeId id = node(name).id();
    StorageNode last = cluster.views().current().node(id).orElseThrow();
    node(name).stop();
    nodes.remove(name);
    cluster
        .views()
        .place(new StorageNode(id, last.dataCenter(), last.zone(), last.endpoint(), false));
  }

  void lead(String name) {
    node(name).transition(PARTITION, ReplicaState.LEADER);
  }

  void standBy(String name) {
    node(name).transition(PARTITION, ReplicaState.STANDBY);
  }

  List<Node> all() {
    return List.copyOf(nodes.values());
  }

  List<Node> in(String dataCenter) {
    return nodes.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(dataCenter))
        .map(Map.Entry::getValue)
        .toList();
  }

  Map<BlobId, byte[]> put(int count, int size, List<Node> to) {
    Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      byte[] content = BytesOfTests.random(cluster.random(), size);
      blobs.put(id, content);
      for (Node node : to) {
        assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
      }
    }
    return blobs;
  }

  void assertHas(Node node, Map<BlobId, byte[]> blobs) {
    blobs.forEach((id, content) ->
        assertThat(client.get(node.id(), id).content())
            .as("%s at %s", id, node.id())
            .isEqualTo(content));
  }

  void awaitHave(List<Node> some, Map<BlobId, byte[]> blobs) {
    some.forEach(node -> await().untilAsserted(() -> assertHas(node, blobs)));
  }

  /** Waits until each replica is in step with all others. */
  void awaitInStep() {
    await()
        .untilAsserted(() ->
            nodes.forEach((name, node) ->
                assertThat(node.metrics().values("aumbry_replication_lag_records").values())
                    .as(name)
                    .hasSize(nodes.size() - 1)
                    .containsOnly(0.0)));
  }

  static boolean isFar(Link link) {
    return link.puller().charAt(0) != link.source().charAt(0);
  }

  /** Bytes of records and summaries that arrived from other data centres. */
  long pulledInto(String dataCenter) {
    Predicate<Link> into = GeoCluster::isFar;
    return wires.client().pulledBytes(into.and(link -> link.puller().startsWith(dataCenter)));
  }

  @Override
  public void close() {
    wires.client().block(link -> false);
    wires.client().passAll();
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }
}
