package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One of three nodes has two disks, and brings its failed replicas back. */
@Timeout(300)
class FailedDiskTest {
  private static final int PARTITIONS = 4;

  @TempDir Path folder;
  private final List<FaultyDisk> disks = new ArrayList<>();
  private final Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
  private final List<Worker> rebuildings = new ArrayList<>();
  private TestCluster cluster;
  private Node one;
  private Node two;
  private Node three;
  private NodeClientOfTests client;
  private HandCoordinator coordinator;

  @BeforeEach
  void startThreeNodes() {
    cluster = new TestCluster(folder, ServerConfig.defaults(), new LocalWires());
    client = cluster.client();
    startNodeOne();
    two = cluster.start("node-2");
    three = cluster.start("node-3");
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (Node node : List.of(one, two, three)) {
        node.assign(partition);
      }
      TestCluster.serveAtOnce(partition, one, two, three);
    }
    put(one, two, three);
  }

  private void startNodeOne() {
    disks.clear();
    one = cluster.start("node-1", 2, disks);
    coordinator = new HandCoordinator(one, cluster.views());
  }

  private void beginToRebuild() {
    rebuildings.add(one.server().startRebuilding(SealingConfig.defaults(), coordinator));
  }

  @AfterEach
  void stopAll() {
    rebuildings.forEach(Worker::close);
    cluster.close();
  }

  private void put(Node... nodes) {
    for (int i = 0; i < 5 * PARTITIONS; i++) {
      BlobId id = NodeClientOfTests.id(i % PARTITIONS, cluster.random());
      byte[] content = BytesOfTests.random(cluster.random(), cluster.random().nextInt(20_000));
      blobs.put(id, content);
      for (Node node : nodes) {
        assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
      }
    }
  }

  private void assertHas(Node node) {
    blobs.forEach(
        (id, content) -> assertThat(client.get(node.id(), id).content()).isEqualTo(content));
  }

  private void awaitServes(Node node) {
    await()
        .untilAsserted(() -> {
          for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(node.state(partition)).isEqualTo(ReplicaState.STANDBY);
          }
          assertThat(node.metrics().value("aumbry_server_replicas", "error")).isEqualTo(0);
        });
    await().untilAsserted(() -> assertHas(node));
  }

  /** An operation must touch the disk before the failure is noticed. */
  private Set<Integer> failFirstDisk() {
    Set<Integer> lost = new TreeSet<>(disks.getFirst().partitions());
    disks.getFirst().fail();
    BlobId touched = id(lost.iterator().next());
    assertThat(client.get(one.id(), touched).response()).isInstanceOf(NodeResponse.Failed.class);
    return lost;
  }

  private BlobId id(int partition) {
    return blobs.keySet().stream()
        .filter(id -> id.partition() == partition)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void replicasOfAFailedDiskAreRebuiltOnTheOtherDisk() {
    beginToRebuild();
    assertThat(failFirstDisk()).hasSize(2);
    assertHas(two);
    put(two, three);
    awaitServes(one);
    assertThat(disks.getLast().partitions()).hasSize(PARTITIONS);
    assertThat(coordinator.declined()).isEmpty();
  }

  @Test
  void aReplicaIsOpenedAgainAfterABugDuringItsOpening() {
    beginToRebuild();
    one.transition(0, ReplicaState.INACTIVE, ReplicaState.OFFLINE);
    disks.forEach(FaultyDisk::breakDown);
    assertThat(catchThrowable(() -> one.transition(0, ReplicaState.BOOTSTRAP)))
        .isInstanceOf(AumbryException.class);
    disks.forEach(FaultyDisk::mend);
    awaitServes(one);
  }

  @Test
  void olderStoresOfAReturnedDiskAreSetAsideAndNeverServed() {
    beginToRebuild();
    Set<Integer> lost = failFirstDisk();
    awaitServes(one);
    put(one, two, three);
    rebuildings.forEach(Worker::close);
    one.stop();
    startNodeOne();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      one.serve(partition);
    }
    assertHas(one);
    assertThat(disks.getFirst().partitions()).isEmpty();
    assertThat(disks.getFirst().storesSetAside()).isEqualTo(lost.size());
    assertThat(one.metrics().value("aumbry_server_stores_aside")).isEqualTo(lost.size());
    assertThat(folders("disk-0"))
        .containsAll(lost.stream().map(each -> "set-aside-" + each + "-1").toList());
  }

  private List<String> folders(String disk) {
    try (Stream<Path> files = Files.list(folder.resolve("node-1").resolve(disk))) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The node ends before any replica is complete, and its disk is back. */
  @Test
  void aReplacementStoreCountsEvenBeforeItIsComplete() {
    Set<Integer> lost = failFirstDisk();
    int partition = lost.iterator().next();
    one.server()
        .replicas()
        .transition(partition, ReplicaState.ERROR, ReplicaState.OFFLINE, () -> true);
    one.server()
        .replicas()
        .transition(partition, ReplicaState.OFFLINE, ReplicaState.BOOTSTRAP, () -> true);
    BlobId late = NodeClientOfTests.id(partition, cluster.random());
    blobs.put(late, new byte[100]);
    for (Node node : List.of(one, two)) {
      assertThat(client.put(node.id(), late, new byte[100])).isEqualTo(new NodeResponse.Done());
    }
    one.stop();
    startNodeOne();
    for (int each = 0; each < PARTITIONS; each++) {
      one.serve(each);
    }
    assertHas(one);
    assertThat(disks.getFirst().storesSetAside()).isEqualTo(1);
    assertThat(disks.getLast().partitions()).contains(partition);
  }

  /** Both disks work, and no note says that one replaces the other. */
  @Test
  void neitherOfTwoStoresIsUsedWithoutANoteThatDecides() throws IOException {
    int partition = storeOnBothDisks();
    assertThat(catchThrowable(() -> one.serve(partition)))
        .hasMessageContaining("no note tells which are newer");
    assertThat(disks.getFirst().storesSetAside()).isZero();
    assertThat(disks.getLast().storesSetAside()).isZero();
  }

  @Test
  void twoUndecidedStoresAreSetAsideAndRebuiltWhilePeersServe() throws IOException {
    int partition = storeOnBothDisks();
    beginToRebuild();
    assertThat(catchThrowable(() -> one.serve(partition))).isNotNull();
    serveAllBut(partition);
    awaitServes(one);
    assertThat(disks.getFirst().storesSetAside()).isEqualTo(1);
    assertThat(disks.getLast().storesSetAside()).isEqualTo(1);
  }

  private int storeOnBothDisks() throws IOException {
    int partition = failFirstDisk().iterator().next();
    one.server()
        .replicas()
        .transition(partition, ReplicaState.ERROR, ReplicaState.OFFLINE, () -> true);
    one.server()
        .replicas()
        .transition(partition, ReplicaState.OFFLINE, ReplicaState.BOOTSTRAP, () -> true);
    one.stop();
    Path notes = folder.resolve("node-1").resolve("disk-1").resolve("replicas");
    Files.delete(notes.resolve(partition + ".instead"));
    startNodeOne();
    return partition;
  }

  private void serveAllBut(int partition) {
    for (int other = 0; other < PARTITIONS; other++) {
      if (other != partition) {
        one.serve(other);
      }
    }
  }

  @Test
  void aReplicaWithoutSpaceIsDeclinedUntilThereIsSpace() {
    Node four = cluster.start("node-4");
    assertThat(four.disks()).isNotEmpty();
    disks.getLast().fillTo(90);
    beginToRebuild();
    Set<Integer> lost = failFirstDisk();
    await().until(() -> coordinator.declined().equals(lost));
    assertThat(disks.getLast().partitions()).doesNotContainAnyElementsOf(lost);
    await().until(() -> one.metrics().value("aumbry_server_declined") == lost.size());
    assertHas(two);

    lost.forEach(partition ->
        one.server()
            .replicas()
            .transition(partition, ReplicaState.OFFLINE, ReplicaState.DROPPED, () -> true));
    await().until(() -> coordinator.declined().isEmpty());
  }

  @Test
  void aReplicaWithoutAnotherNodeIsNotDeclinedAndIsRebuiltWhenThereIsSpace() {
    disks.getLast().fillTo(90);
    beginToRebuild();
    Set<Integer> lost = failFirstDisk();
    await().until(() -> lost.stream().allMatch(each -> one.state(each) == ReplicaState.ERROR));
    assertThat(disks.getLast().partitions()).doesNotContainAnyElementsOf(lost);
    assertThat(coordinator.declined()).isEmpty();
    disks.getLast().isAsFullAsItIs();
    awaitServes(one);
  }

  @Test
  void anUnopenableStoreIsSetAsideAndRebuiltWhilePeersServe() throws IOException {
    int partition = disks.getFirst().partitions().iterator().next();
    stopAndDamage(partition);
    beginToRebuild();
    assertThat(catchThrowable(() -> one.serve(partition))).isNotNull();
    serveAllBut(partition);
    awaitServes(one);
    assertThat(disks.getFirst().storesSetAside()).isEqualTo(1);
  }

  @Test
  void anUnopenableStoreIsKeptWhileTooFewPeersServe() throws IOException {
    int partition = disks.getFirst().partitions().iterator().next();
    stopAndDamage(partition);
    cluster.views().put(two.id(), partition, ReplicaState.OFFLINE);
    beginToRebuild();
    assertThat(catchThrowable(() -> one.serve(partition))).isNotNull();
    await().until(() -> one.metrics().value("aumbry_server_replicas", "error") == 1);
    await().until(() -> one.state(partition) == ReplicaState.ERROR);
    assertThat(disks.getFirst().storesSetAside()).isZero();

    cluster.views().put(two.id(), partition, ReplicaState.STANDBY);
    await().until(() -> one.state(partition) == ReplicaState.STANDBY);
    assertThat(disks.getFirst().storesSetAside()).isEqualTo(1);
  }

  private void stopAndDamage(int partition) throws IOException {
    one.stop();
    Path store = folder.resolve("node-1").resolve("disk-0").resolve("partition-" + partition);
    Files.write(store.resolve("store.id"), new byte[] {1}, StandardOpenOption.WRITE);
    startNodeOne();
    assertThat(one.disks()).extracting(StoreReplicaDisk::isHealthy).containsOnly(true);
  }
}
