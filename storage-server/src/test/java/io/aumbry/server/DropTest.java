package io.aumbry.server;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fourth replica exists, so one of the first three may go, if the other three have all its
 * records.
 */
@Timeout(300)
class DropTest {
  private static final int PARTITION = 7;

  /** Time in which a wrong removal would have happened. */
  private static final Duration AWHILE = Duration.ofMillis(1500);

  @TempDir Path folder;
  private final AtomicBoolean wanted = new AtomicBoolean(true);
  private TestCluster cluster;
  private NodeClientOfTests client;
  private final List<FaultyDisk> disks = new ArrayList<>();
  private Node one;
  private Node two;
  private Node three;
  private Node four;

  @BeforeEach
  void startFourNodes() {
    cluster = new TestCluster(folder, ServerConfig.defaults(), new LocalWires());
    client = cluster.client();
    one = cluster.start("node-1");
    two = cluster.start("node-2");
    three = cluster.start("node-3", 1, disks);
    four = cluster.start("node-4");
    List.of(one, two, three, four).forEach(node -> node.assign(PARTITION));
    TestCluster.serveAtOnce(PARTITION, one, two, three, four);
  }

  @AfterEach
  void stopAll() {
    wanted.set(false);
    cluster.close();
  }

  private Map<BlobId, byte[]> put(int count, Node... nodes) {
    Map<BlobId, byte[]> blobs = new HashMap<>();
    for (int i = 0; i < count; i++) {
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      byte[] content = BytesOfTests.random(cluster.random(), 1 + cluster.random().nextInt(20_000));
      blobs.put(id, content);
      for (Node node : nodes) {
        assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
      }
    }
    return blobs;
  }

  private void assertHas(Node node, Map<BlobId, byte[]> blobs) {
    blobs.forEach(
        (id, content) -> assertThat(client.get(node.id(), id).content()).isEqualTo(content));
  }

  private Mailbox<Boolean> inBackground(BooleanSupplier transition) {
    Mailbox<Boolean> done = new Mailbox<>();
    Thread.ofPlatform().start(() -> done.post(transition.getAsBoolean()));
    return done;
  }

  private static boolean hasFiles(Node node) {
    return node.server().replicas().partitions().contains(PARTITION);
  }

  private void assertStays(Node node) {
    await().during(AWHILE).until(() -> hasFiles(node));
  }

  @Test
  void aReplicaIsRemovedWhenThreeOthersHaveAllItsRecords() {
    Map<BlobId, byte[]> blobs = put(5, three);
    three.transition(PARTITION, INACTIVE, OFFLINE, DROPPED);
    assertThat(three.server().replicas().partitions()).isEmpty();
    assertThat(three.disks().getFirst().partitions()).isEmpty();
    List.of(one, two, four).forEach(node -> assertHas(node, blobs));
  }

  @Test
  void oneOfThreeIsNeverRemoved() {
    four.transition(PARTITION, INACTIVE, OFFLINE, DROPPED);
    cluster.views().remove(four.id());
    put(3, one, two, three);
    inBackground(() -> three.leave(PARTITION, wanted::get));
    assertStays(three);
  }

  @Test
  void aWaitingReplicaAnswersReadsAndCanBeAssignedAgain() {
    two.stop();
    Map<BlobId, byte[]> blobs = put(5, three);
    Mailbox<Boolean> done = inBackground(() -> three.leave(PARTITION, wanted::get));
    assertStays(three);
    assertHas(three, blobs);
    wanted.set(false);
    assertThat(done.take()).isFalse();
    cluster.views().put(three.id(), PARTITION, OFFLINE);
    Map<BlobId, byte[]> missed = put(3, one);
    three.serve(PARTITION);
    assertHas(three, blobs);
    await().untilAsserted(() -> assertHas(three, missed));
  }

  @Test
  void twoLeavingReplicasDoNotCountOnEachOther() {
    Map<BlobId, byte[]> blobs = put(5, one, two, three, four);
    inBackground(() -> three.leave(PARTITION, wanted::get));
    inBackground(() -> four.leave(PARTITION, wanted::get));
    assertStays(three);
    assertStays(four);
    List.of(three, four).forEach(node -> assertHas(node, blobs));
  }

  @Test
  void aPeerThatLostItsStoreAfterItsAcknowledgementDoesNotCount() {
    Map<BlobId, byte[]> blobs = put(5, one, two, three, four);
    four.stop();
    cluster.wipe("node-4");
    one.stop();
    four = cluster.start("node-4");
    four.transition(PARTITION, BOOTSTRAP);
    cluster.views().put(four.id(), PARTITION, STANDBY);
    one = cluster.start("node-1");
    one.serve(PARTITION);
    inBackground(() -> three.leave(PARTITION, wanted::get));
    assertStays(three);
    four.server().replicas().transition(PARTITION, BOOTSTRAP, STANDBY, () -> true);
    await().until(() -> !hasFiles(three));
    List.of(one, two, four).forEach(node -> assertHas(node, blobs));
  }

  /** Its last record is not the last that it ever had, so nobody can prove to have them all. */
  @Test
  void aReplicaThatOpensWithoutAllItsRecordsIsNotRemoved() {
    put(5, one, two, three, four);
    three.transition(PARTITION, INACTIVE, OFFLINE);
    disks.getFirst().lackRecords();
    assertThatThrownBy(() -> three.transition(PARTITION, DROPPED))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("as ordered");
    assertThat(hasFiles(three)).isTrue();
  }

  @Test
  void anInterruptedRemovalLeavesNoCompleteStore() {
    put(5, one, two, three, four);
    disks.getFirst().failDrops();
    three.transition(PARTITION, INACTIVE, OFFLINE);
    assertThatThrownBy(() -> three.transition(PARTITION, DROPPED))
        .isInstanceOf(AumbryException.class);
    three.stop();
    assertThat(disks.getFirst().readNote(PARTITION + ".recency"))
        .as("else nobody knew how old the store is, and it would be of no use")
        .isPresent();
    two.stop();
    three = cluster.start("node-3");
    three.transition(PARTITION, BOOTSTRAP);
    BlobId unknown = NodeClientOfTests.id(PARTITION, cluster.random());
    assertThat(client.get(three.id(), unknown).response()).isInstanceOf(NodeResponse.Failed.class);
    Mailbox<Boolean> complete =
        inBackground(
            () -> three.server().replicas().transition(PARTITION, BOOTSTRAP, STANDBY, wanted::get));
    two = cluster.start("node-2");
    two.serve(PARTITION);
    assertThat(complete.take()).isTrue();
  }

  /** A store is reopened for the proof, and a reader with an old view may ask it. */
  @Test
  void aReplicaThatWasNeverCompleteDeniesNothingWhileItWaitsForItsProof() {
    BlobId blob = put(1, one, two, four).keySet().iterator().next();
    three.stop();
    cluster.wipe("node-3");
    one.stop();
    two.stop();
    four.stop();
    three = cluster.start("node-3");
    three.transition(PARTITION, BOOTSTRAP, OFFLINE);
    inBackground(
        () -> three.server().replicas().transition(PARTITION, OFFLINE, DROPPED, wanted::get));
    await().until(() -> isOpen(three));
    assertThat(client.get(three.id(), blob).response()).isInstanceOf(NodeResponse.Failed.class);
    assertThat(client.ask(three.id(), new NodeRequest.Look(blob), new byte[0]).response())
        .isInstanceOf(NodeResponse.Failed.class);
  }

  /** Whether the store is open, by the gauge of replicas that leave. */
  private static boolean isOpen(Node node) {
    return node.metrics().value("aumbry_server_replicas", "inactive") == 1;
  }
}
