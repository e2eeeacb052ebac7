package io.aumbry.server.entropy;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.FaultyDisk;
import io.aumbry.server.LocalWires;
import io.aumbry.server.NodeClientOfTests;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.TestCluster;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replication.ReplicationConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Three replicas of a partition, which may claim to have records that they lack. */
abstract class LyingCluster {
  static final int PARTITION = 7;
  static final Duration HOUR = Duration.ofHours(1);
  static final Duration LONG_AGO = Duration.ofDays(40);
  private static final int LENGTH = 2_000;

  @TempDir private Path folder;
  private final LocalWires wires = new LocalWires();
  private final Map<Node, FaultyDisk> disks = new HashMap<>();
  private final List<Runnable> ends = new ArrayList<>();
  private TestCluster cluster;
  private NodeClientOfTests client;

  @BeforeEach
  void start() {
    ServerConfig config = ServerConfig.defaults().withReplication(replication());
    cluster = new TestCluster(folder, config, wires);
    client = cluster.client();
    Node[] all = {start("node-1"), start("node-2"), start("node-3")};
    List.of(all).forEach(node -> node.assign(PARTITION));
    TestCluster.serveAtOnce(PARTITION, all);
  }

  ReplicationConfig replication() {
    return ReplicationConfig.defaults().withLongPoll(Duration.ofSeconds(1));
  }

  @AfterEach
  void stopAll() {
    endAll();
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  /** Closes this before the nodes. */
  void atEnd(Runnable close) {
    ends.add(close);
  }

  void endAll() {
    ends.forEach(Runnable::run);
  }

  Node start(String name) {
    List<FaultyDisk> disk = new ArrayList<>();
    Node node = cluster.start(name, 1, disk);
    disks.put(node, disk.getFirst());
    return node;
  }

  Node one() {
    return cluster.node("node-1");
  }

  Node two() {
    return cluster.node("node-2");
  }

  Node three() {
    return cluster.node("node-3");
  }

  LocalWires wires() {
    return wires;
  }

  TestCluster cluster() {
    return cluster;
  }

  NodeClientOfTests client() {
    return client;
  }

  FaultyDisk diskOf(Node node) {
    return Optional.ofNullable(disks.get(node)).orElseThrow();
  }

  /** Makes a node claim to have the records of others. */
  void lie(Node node) {
    diskOf(node).lie(true);
  }

  BlobId madeBefore(Duration age) {
    return NodeClientOfTests.madeAt(
        wires.carrier().time().wallMillis() - age.toMillis(), PARTITION, cluster.random());
  }

  static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.hashCode()), LENGTH);
  }

  BlobId put(BlobId id, Node... nodes) {
    for (Node node : nodes) {
      assertThat(client.put(node.id(), id, bytes(id))).isEqualTo(new NodeResponse.Done());
    }
    return id;
  }
}
