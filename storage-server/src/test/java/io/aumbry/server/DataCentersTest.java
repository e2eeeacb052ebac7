package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.server.LocalNetwork.Link;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two data centres of three nodes each, a and b; what is put into one comes to the other. */
@Timeout(300)
class DataCentersTest {
  private static final int PARTITION = 7;
  private static final DataCenter THERE = new DataCenter(2, "there");

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();
  private final Map<String, Node> nodes = new TreeMap<>();
  private TestCluster cluster;
  private NodeClientOfTests client;

  @BeforeEach
  void startSixNodes() {
    ServerConfig defaults = ServerConfig.defaults();
    ServerConfig config =
        defaults.withReplication(
            defaults
                .replication()
                .withRollCall(Duration.ofMillis(500))
                .withLongPoll(Duration.ofSeconds(1)));
    cluster = new TestCluster(folder, config, wires);
    client = cluster.client();
    cluster.views().add(THERE);
    for (String name : List.of("a1", "a2", "a3", "b1", "b2", "b3")) {
      start(name).assign(PARTITION);
    }
    TestCluster.serveAtOnce(PARTITION, nodes.values().toArray(Node[]::new));
    lead("a1");
    lead("b1");
  }

  private Node start(String name) {
    Node node = cluster.start(name, name.startsWith("a") ? HandViews.HERE : THERE);
    nodes.put(name, node);
    return node;
  }

  private Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException(name);
    }
    return node;
  }

  @AfterEach
  void stopAll() {
    wires.client().block(link -> false);
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private void lead(String name) {
    node(name).transition(PARTITION, ReplicaState.LEADER);
  }

  /** The views say so. */
  private void stop(String name) {
    NodeId id = node(name).id();
    StorageNode last = cluster.views().current().node(id).orElseThrow();
    node(name).stop();
    nodes.remove(name);
    cluster
        .views()
        .place(new StorageNode(id, last.dataCenter(), last.zone(), last.endpoint(), false));
  }

  private void standBy(String name) {
    node(name).transition(PARTITION, ReplicaState.STANDBY);
  }

  private List<Node> in(String dataCenter) {
    return nodes.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(dataCenter))
        .map(Map.Entry::getValue)
        .toList();
  }

  private Map<BlobId, byte[]> put(int count, int size, List<Node> to) {
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

  private void awaitHave(List<Node> all, Map<BlobId, byte[]> blobs) {
    for (Node node : all) {
      await()
          .untilAsserted(() ->
              blobs.forEach((id, content) ->
                  assertThat(client.get(node.id(), id).content())
                      .as("%s at %s", id, node.id())
                      .isEqualTo(content)));
    }
  }

  private static boolean isFar(Link link) {
    return link.puller().charAt(0) != link.source().charAt(0);
  }

  private static Predicate<Link> into(String dataCenter) {
    return link -> isFar(link) && link.puller().startsWith(dataCenter);
  }

  private long pulledInto(String dataCenter) {
    return wires.client().pulledBytes(into(dataCenter));
  }

  /** Each knows that it has all that all others have, and is known to. */
  private void awaitInStep() {
    List<String> names = List.copyOf(nodes.keySet());
    await()
        .untilAsserted(() -> {
          for (String name : names) {
            assertThat(lags(node(name))).as(name).hasSize(names.size() - 1).containsOnly(0L);
          }
        });
  }

  private static List<Object> lags(Node node) {
    List<Object> lags = new ArrayList<>();
    node.metrics()
        .getGauges((name, _) -> name.startsWith("replication.lag.records."))
        .values()
        .forEach(gauge -> lags.add(gauge.getValue()));
    return lags;
  }

  @Test
  void whatIsPutHereIsInAllReplicasThereAndCrossesOnce() {
    awaitInStep();
    long before = pulledInto("b");
    Map<BlobId, byte[]> blobs = put(20, 64 << 10, in("a"));
    awaitHave(in("b"), blobs);
    awaitInStep();
    long crossed = pulledInto("b") - before;
    long content = blobs.size() * (64L << 10);
    assertThat(crossed).isBetween(content, content + content / 50);
  }

  @Test
  void bothSidesWriteAtOnce() {
    Map<BlobId, byte[]> here = put(20, 2_000, in("a"));
    Map<BlobId, byte[]> there = put(20, 2_000, in("b"));
    awaitHave(List.copyOf(nodes.values()), here);
    awaitHave(List.copyOf(nodes.values()), there);
    awaitInStep();
  }

  @Test
  void changesTravelToo() {
    Map<BlobId, byte[]> blobs = put(3, 1_000, in("a"));
    awaitHave(in("b"), blobs);
    List<BlobId> ids = List.copyOf(blobs.keySet());
    NodeRequest undelete =
        new NodeRequest.Undelete(
            ids.get(1),
            new NodeRequest.Undelete.Life(
                1, NodeClientOfTests.CREATED + 2, NodeClientOfTests.CREATED + 2));
    for (Node node : in("b")) {
      client.delete(node.id(), ids.get(0));
      client.delete(node.id(), ids.get(1));
      client.ask(node.id(), undelete, new byte[0]);
    }
    BlobId expiring = NodeClientOfTests.id(PARTITION, cluster.random());
    NodeRequest.Put put = NodeClientOfTests.put(expiring, new byte[] {1});
    NodeRequest ends =
        new NodeRequest.Put(
            expiring, 1, Expiry.NEVER - 1, put.metadata(), put.contentLength(), put.checksums());
    in("b").forEach(node -> client.ask(node.id(), ends, new byte[] {1}));
    in("b").forEach(node -> client.ask(node.id(), new NodeRequest.Keep(expiring), new byte[0]));
    for (Node node : in("a")) {
      await()
          .untilAsserted(() ->
              assertThat(client.get(node.id(), ids.get(0)).response())
                  .isEqualTo(new NodeResponse.Missing(Absence.DELETED)));
      awaitKnown(node, ids.get(1), new BlobState(1, false, Expiry.NEVER));
      awaitKnown(node, expiring, new BlobState(0, false, Expiry.NEVER));
    }
  }

  private void awaitKnown(Node node, BlobId id, BlobState state) {
    await()
        .untilAsserted(() ->
            assertThat(client.ask(node.id(), new NodeRequest.Look(id), new byte[0]).response())
                .isInstanceOfSatisfying(
                    NodeResponse.Known.class, known -> assertThat(known.state()).isEqualTo(state)));
  }

  @Test
  void aLeaderChangeHereAndThereRepeatsNothing() {
    Map<BlobId, byte[]> blobs = put(400, 100, in("a"));
    awaitHave(in("b"), blobs);
    awaitInStep();
    long before = pulledInto("b");
    standBy("a1");
    lead("a2");
    standBy("b1");
    lead("b3");
    Map<BlobId, byte[]> more = put(1, 100, in("a"));
    awaitHave(in("b"), more);
    awaitInStep();
    long crossed = pulledInto("b") - before;
    assertThat(crossed).as("no summary of what was there before").isLessThan(400 * 72);
  }

  @Test
  void withoutALeaderOnEitherSideRecordsGoOn() {
    standBy("a1");
    standBy("b1");
    Map<BlobId, byte[]> blobs = put(5, 100, in("a"));
    awaitHave(in("b"), blobs);
    stop("a1");
    stop("b1");
    Map<BlobId, byte[]> more = put(5, 100, in("a"));
    awaitHave(in("b"), more);
  }

  @Test
  void aDataCenterThatWasCutOffGetsWhatItMissedAndNoMore() {
    Map<BlobId, byte[]> early = put(50, 1_000, in("a"));
    awaitHave(in("b"), early);
    awaitInStep();
    wires.client().block(DataCentersTest::isFar);
    Map<BlobId, byte[]> here = put(50, 4_000, in("a"));
    Map<BlobId, byte[]> there = put(50, 4_000, in("b"));
    awaitHave(in("a"), here);
    long before = pulledInto("b");
    wires.client().block(link -> false);
    awaitHave(List.copyOf(nodes.values()), here);
    awaitHave(List.copyOf(nodes.values()), there);
    awaitInStep();
    assertThat(pulledInto("b") - before).isLessThan(50 * 4_000 * 5 / 4 + 40_000);
  }
}
