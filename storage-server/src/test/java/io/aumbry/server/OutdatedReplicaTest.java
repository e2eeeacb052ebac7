package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicas come back after longer than deletes are known. To let time pass, the tests change the
 * notes of stopped nodes.
 */
@Timeout(300)
class OutdatedReplicaTest {
  private static final int PARTITION = 7;
  private static final Duration LONG = Duration.ofDays(40);

  /** Offset of the store in a recency note. */
  private static final int STORE = 5;

  private static final int SEQUENCE = 21;
  private static final int IN_STEP = 29;
  private static final int AGREED = 37;

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();
  private final Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
  private final List<Worker> rebuildings = new ArrayList<>();
  private TestCluster cluster;
  private NodeClientOfTests client;

  @BeforeEach
  void start() throws IOException {
    ServerConfig config =
        ServerConfig.defaults()
            .withCompaction(new CompactionConfig(Duration.ofSeconds(1), 1L << 30));
    cluster = new TestCluster(folder, config, wires);
    client = cluster.client();
    Node[] nodes = {start(1), start(2), start(3)};
    for (Node node : nodes) {
      node.assign(PARTITION);
    }
    TestCluster.serveAtOnce(PARTITION, nodes);
    for (int i = 0; i < 10; i++) {
      blobs.putAll(put(nodes));
    }
    for (int i = 1; i <= 3; i++) {
      Path note = note(i);
      await().until(() -> read(note).getLong(AGREED) > 0);
    }
  }

  @AfterEach
  void stopAll() {
    rebuildings.forEach(Worker::close);
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private Node start(int number) {
    return cluster.start("node-" + number);
  }

  /** Starts a node that rebuilds its failed replicas. */
  private Node startRebuilding(int number) {
    Node node = start(number);
    rebuildings.add(
        node.server()
            .startRebuilding(SealingConfig.defaults(), new HandCoordinator(node, cluster.views())));
    return node;
  }

  private Map<BlobId, byte[]> put(Node... nodes) {
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    byte[] content = BytesOfTests.random(cluster.random(), 3000);
    for (Node node : nodes) {
      assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
    }
    return Map.of(id, content);
  }

  private void assertHas(Node node) {
    blobs.forEach(
        (id, content) -> assertThat(client.get(node.id(), id).content()).isEqualTo(content));
  }

  private Path note(int node) {
    return folder.resolve("node-" + node).resolve("disk-0/replicas/7.recency");
  }

  private static ByteBuffer read(Path note) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(note));
  }

  private void change(int node, int at, long by) throws IOException {
    byte[] bytes = Files.readAllBytes(note(node));
    ByteBuffer note = ByteBuffer.wrap(bytes);
    note.putLong(at, note.getLong(at) + by);
    int end = note.limit() - Integer.BYTES;
    note.putInt(end, Crc32c.of(note.slice(0, end)));
    Files.write(note(node), bytes);
  }

  /** Makes the note of a stopped node older. */
  private void age(int node) throws IOException {
    change(node, IN_STEP, -LONG.toMillis());
    change(node, AGREED, -LONG.toMillis());
  }

  private static void stop(Node... nodes) {
    for (Node node : nodes) {
      node.stop();
    }
  }

  private Node[] running(int... numbers) {
    return IntStream.of(numbers).mapToObj(this::running).toArray(Node[]::new);
  }

  private Node running(int number) {
    return cluster.node("node-" + number);
  }

  /** Creates a blob that only node 1 has because all others have forgotten it, and stops node 1. */
  private BlobId leaveForgotten() {
    wires.client().block(link -> link.source().equals("node-1"));
    BlobId id = put(running(1)).keySet().iterator().next();
    stop(running(1));
    wires.client().block(link -> false);
    return id;
  }

  private void assertForgotten(BlobId id, Node... nodes) {
    for (Node node : nodes) {
      assertThat(client.get(node.id(), id).response())
          .isEqualTo(new NodeResponse.Missing(NodeResponse.Absence.NOT_FOUND));
    }
  }

  private void assertSilent(Node node, BlobId id) {
    assertThat(client.get(node.id(), id).response())
        .isInstanceOfSatisfying(
            NodeResponse.Failed.class,
            failed -> assertThat(failed.code()).isEqualTo(ErrorCode.REPLICA_UNAVAILABLE));
  }

  @Test
  void aReplicaAwayForLongerThanDeletesAreKnownRestoresNoBlob() throws IOException {
    BlobId forgotten = leaveForgotten();
    age(1);
    Node one = startRebuilding(1);
    assertThat(catchThrowable(() -> one.serve(PARTITION))).isNotNull();
    assertSilent(one, forgotten);
    await().until(() -> one.state(PARTITION) == ReplicaState.STANDBY);
    assertThat(one.disks().getFirst().storesSetAside()).isEqualTo(1);
    assertHas(one);
    assertForgotten(forgotten, one, running(2), running(3));
  }

  @Test
  void aReplicaAwayForLessIsUsedAndGivesItsRecords() {
    BlobId known = leaveForgotten();
    Node one = startRebuilding(1);
    one.serve(PARTITION);
    assertThat(client.get(one.id(), known).response()).isInstanceOf(NodeResponse.Found.class);
    await()
        .until(() -> client.get(running(2).id(), known).response() instanceof NodeResponse.Found);
    assertThat(one.disks().getFirst().storesSetAside()).isZero();
  }

  /** It may have the last copy of records that the absent replica never sent. */
  @Test
  void anOutdatedReplicaIsKeptAndSilentWhileTooFewOthersServe() throws IOException {
    BlobId forgotten = leaveForgotten();
    age(1);
    stop(running(3));
    Node one = startRebuilding(1);
    assertThat(catchThrowable(() -> one.serve(PARTITION))).isNotNull();
    await().until(() -> one.metrics().value("aumbry_server_replicas", "error") == 1);
    await().until(() -> one.state(PARTITION) == ReplicaState.ERROR);
    assertSilent(one, forgotten);
    assertThat(one.disks().getFirst().storesSetAside()).isZero();

    start(3).serve(PARTITION);
    await().until(() -> one.state(PARTITION) == ReplicaState.STANDBY);
    assertThat(one.disks().getFirst().storesSetAside()).isEqualTo(1);
    assertForgotten(forgotten, one, running(2), running(3));
  }

  @Test
  void aClusterThatWasSwitchedOffForLongComesBackByItself() throws IOException {
    stop(running(1, 2, 3));
    for (int i = 1; i <= 3; i++) {
      age(i);
    }
    Node[] nodes = {startRebuilding(1), startRebuilding(2), startRebuilding(3)};
    TestCluster.serveAtOnce(PARTITION, nodes);
    for (Node node : nodes) {
      assertHas(node);
      assertThat(node.disks().getFirst().storesSetAside()).isZero();
      assertThat(node.metrics().value("aumbry_server_doubtful")).isEqualTo(0);
    }
  }

  @Test
  void aReplicaInDoubtIsSilentUntilAPeerVouches() throws IOException {
    stop(running(1, 2, 3));
    change(1, IN_STEP, -LONG.toMillis());
    change(2, AGREED, -LONG.toMillis());
    Node one = start(1);
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    BlobId any = blobs.keySet().iterator().next();
    assertSilent(one, any);
    assertThat(client.put(one.id(), NodeClientOfTests.id(PARTITION, cluster.random()), new byte[9]))
        .isInstanceOf(NodeResponse.Failed.class);
    assertThat(one.metrics().value("aumbry_server_doubtful")).isEqualTo(1);
    start(2).serve(PARTITION);
    one.transition(PARTITION, ReplicaState.STANDBY);
    assertHas(one);
    assertThat(one.metrics().value("aumbry_server_doubtful")).isEqualTo(0);
  }

  /** As behind a firewall that allows connections in one direction. */
  @Test
  void aReplicaThatReceivesNoAnswersLearnsFromPullsThatItIsOutdated() throws IOException {
    stop(running(1));
    age(1);
    wires.client().block(link -> link.source().equals("node-1"));
    Node one = start(1);
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    await().until(() -> isInError(one));
    wires.client().block(link -> false);
  }

  /** Without recorded forget horizons. */
  @Test
  void twoReplicasInDoubtAreSilentUntilTheThirdIsHeard() throws IOException {
    stop(running(1, 2, 3));
    age(1);
    age(2);
    Node one = start(1);
    Node two = start(2);
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    two.transition(PARTITION, ReplicaState.BOOTSTRAP);
    BlobId any = blobs.keySet().iterator().next();
    assertSilent(one, any);
    assertSilent(two, any);
    start(3).serve(PARTITION);
    await().until(() -> isInError(one) && isInError(two));
  }

  private static boolean isInError(Node node) {
    return node.metrics().value("aumbry_server_replicas", "error") == 1;
  }

  /** Its note names records that the store lacks. */
  @Test
  void anOlderCopyUnderNewerNotesIsIncomplete() throws IOException {
    stop(running(1, 2, 3));
    change(1, SEQUENCE, 1000);
    Node one = startRebuilding(1);
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    BlobId unknown = NodeClientOfTests.id(PARTITION, cluster.random());
    assertSilent(one, unknown);
    assertThat(read(note(1)).getLong(IN_STEP)).isZero();
    assertThat(note(1).resolveSibling("7.complete")).doesNotExist();
    assertThat(note(1).resolveSibling("7.tokens")).doesNotExist();
  }

  /** Its folder was put back after another store had replaced it. */
  @Test
  void aStoreUnderTheNoteOfALaterOneIsIncomplete() throws IOException {
    stop(running(1, 2, 3));
    change(1, STORE, 1);
    Node one = startRebuilding(1);
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    assertSilent(one, NodeClientOfTests.id(PARTITION, cluster.random()));
    assertThat(note(1).resolveSibling("7.complete")).doesNotExist();
    assertThat(note(1).resolveSibling("7.tokens")).doesNotExist();
  }
}
