package io.aumbry.server;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replication.ReplicationConfig.Nearby;
import io.aumbry.server.scrub.ScrubConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damaged records are answered as such, and are fetched from peers. */
@Timeout(300)
class RepairTest {
  private static final int PARTITION = 7;
  private static final int LENGTH = 3000;

  /** Offset in the header of a record that makes it unreadable when damaged. */
  private static final int HEADER = 5;

  private static final ScrubConfig OFTEN = new ScrubConfig(Duration.ofSeconds(1), 1L << 30);

  private static final Nearby STRETCHES = Nearby.defaults().withFarBehind(1);

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();
  private final Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
  private TestCluster cluster;
  private NodeClientOfTests client;
  private Node one;
  private Node two;
  private Node three;

  @BeforeEach
  void start(TestInfo test) {
    ScrubConfig scrub = test.getTags().contains("often") ? OFTEN : ScrubConfig.defaults();
    Nearby nearby = test.getTags().contains("stretches") ? STRETCHES : Nearby.defaults();
    ServerConfig defaults = ServerConfig.defaults();
    ServerConfig config =
        defaults.withScrub(scrub).withReplication(defaults.replication().with(nearby));
    cluster = new TestCluster(folder, config, wires);
    client = cluster.client();
    List<Node> nodes = cluster.startThree(PARTITION);
    one = nodes.get(0);
    two = nodes.get(1);
    three = nodes.get(2);
    put(40, one, two, three);
  }

  private Map<BlobId, byte[]> put(int count, Node... nodes) {
    Map<BlobId, byte[]> some = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      some.put(id, BytesOfTests.random(cluster.random(), LENGTH));
      for (Node node : nodes) {
        put(node, id, some.get(id));
      }
    }
    blobs.putAll(some);
    return some;
  }

  private void put(Node node, BlobId id, byte[] content) {
    assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
  }

  @AfterEach
  void stopAll() {
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  /** Flips a bit in the middle of every tenth blob of node 1. */
  private void flipBits() throws IOException {
    for (int i = 0; i < 40; i += 10) {
      flipBit(i, i == 0 ? HEADER : LENGTH / 2);
    }
  }

  private void flipBit(int record, int within) throws IOException {
    Path log = folder.resolve("node-1/disk-0/partition-7/log-0000000001.seg");
    try (FileChannel file =
        FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer octet = ByteBuffer.allocate(1);
      long at = 64 + (long) record * recordLength(file) + within;
      file.read(octet, at);
      octet.put(0, (byte) (octet.get(0) ^ 4)).flip();
      file.write(octet, at);
      file.force(true);
    }
  }

  /** All PUTs of a test have the same size, so their records have equal length. */
  private static int recordLength(FileChannel file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(88);
    file.read(header, 64);
    return (88 + header.getInt(16) + 4 + header.getInt(12) + 7) / 8 * 8;
  }

  /** Reads all blobs, which must be correct or refused. Returns the number of refused ones. */
  private int refusedBy(Node node) {
    int refused = 0;
    for (Map.Entry<BlobId, byte[]> blob : blobs.entrySet()) {
      NodeClientOfTests.Answered got = client.get(node.id(), blob.getKey());
      if (got.response() instanceof NodeResponse.Failed failed) {
        assertThat(failed.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
        refused++;
      } else {
        assertThat(got.content()).isEqualTo(blob.getValue());
      }
    }
    return refused;
  }

  private long damagedRecords(Node node) {
    return (long) node.metrics().value("aumbry_store_scrub_damaged_records_total");
  }

  private void awaitRepaired(Node node) {
    await()
        .untilAsserted(() -> {
          assertThat(damagedRecords(node)).isEqualTo(4);
          assertThat(node.metrics().value("aumbry_server_damaged")).isEqualTo(0);
        });
    assertThat(refusedBy(node)).isZero();
    assertThat(node.state(PARTITION)).isEqualTo(ReplicaState.STANDBY);
  }

  @Test
  @Tag("often")
  void damageFoundByTheScrubIsRepairedFromPeers() throws IOException {
    flipBits();
    awaitRepaired(one);
    assertThat(damagedRecords(two) + damagedRecords(three)).isZero();
  }

  @Test
  void damageFoundByAReaderIsRepairedFromPeers() throws IOException {
    flipBits();
    // The first one is checked in its file. The others may be repaired before they are read.
    assertThat(refusedBy(one)).isBetween(1, 4);
    awaitRepaired(one);
  }

  /** The others have its last blobs from their writer, and cannot read up to these in its log. */
  @Test
  @Tag("often")
  void aLeavingReplicaIsRepairedSoThatItCanBeDropped() throws IOException {
    Map<BlobId, byte[]> last = putOnOneAlone();
    Mailbox<Boolean> gone = new Mailbox<>();
    Thread.ofPlatform().start(() -> gone.post(removeOne()));
    BlobId any = blobs.keySet().iterator().next();
    await().until(() -> client.get(one.id(), any).response() instanceof NodeResponse.Found);
    flipBit(41, HEADER);
    restartOthersWith(last);
    assertThat(gone.take()).isTrue();
    assertThat(one.server().replicas().partitions()).isEmpty();
  }

  /** The number of records after the unreadable place is unknown. */
  @Test
  void aStoreWithUnreadableLastRecordsIsNotRemoved() throws IOException {
    Map<BlobId, byte[]> last = putOnOneAlone();
    flipBit(41, HEADER);
    restartOthersWith(last);
    assertCode(this::removeOne, ErrorCode.CORRUPT_RECORD);
    assertThat(one.disks().getFirst().partitions()).contains(PARTITION);
  }

  private Map<BlobId, byte[]> putOnOneAlone() {
    Node four = cluster.start("node-4");
    four.assign(PARTITION);
    four.serve(PARTITION);
    List.of(two, three, four).forEach(Node::stop);
    Map<BlobId, byte[]> last = put(3, one);
    one.transition(PARTITION, ReplicaState.INACTIVE, ReplicaState.OFFLINE);
    return last;
  }

  private boolean removeOne() {
    return one.server()
        .replicas()
        .transition(PARTITION, ReplicaState.OFFLINE, ReplicaState.DROPPED, () -> true);
  }

  private void restartOthersWith(Map<BlobId, byte[]> blobs) {
    Node[] others = {cluster.start("node-2"), cluster.start("node-3"), cluster.start("node-4")};
    TestCluster.serveAtOnce(PARTITION, others);
    for (Node other : others) {
      blobs.forEach((id, content) -> put(other, id, content));
      assertThat(refusedBy(other)).isZero();
    }
  }

  @Test
  @Tag("often")
  void aNewReplicaGetsAllRecordsDespiteDamageAtAPeer() throws IOException {
    assertANewReplicaGetsAll();
  }

  @Test
  @Tag("often")
  @Tag("stretches")
  void aBulkCopyGetsAllRecordsDespiteDamageAtAPeer() throws IOException {
    assertANewReplicaGetsAll();
  }

  private void assertANewReplicaGetsAll() throws IOException {
    three.stop();
    cluster.wipe("node-3");
    flipBits();
    Node fresh = cluster.start("node-3");
    fresh.serve(PARTITION);
    assertThat(refusedBy(fresh)).isZero();
    assertThat(damagedRecords(fresh)).isZero();
    awaitRepaired(one);
  }

  /** Before, it was asked and logged a warning every few milliseconds. */
  @Test
  void aPeerThatCannotReadItsRecordsIsAskedAgainAfterAPause() throws IOException {
    two.stop();
    three.stop();
    cluster.wipe("node-3");
    flipBits();
    Queue<Long> asked = new ConcurrentLinkedQueue<>();
    wires
        .client()
        .watch(request -> {
          if (request instanceof Pull pull && pull.puller().equals("node-3")) {
            asked.add(System.nanoTime());
          }
        });
    Node fresh = cluster.start("node-3");
    fresh.assign(PARTITION);
    fresh.transition(PARTITION, ReplicaState.BOOTSTRAP);
    await().until(() -> asked.size() >= 12);
    List<Long> nanos = List.copyOf(asked);
    assertThat(Duration.ofNanos(nanos.get(11) - nanos.getFirst()))
        .isGreaterThan(Duration.ofMillis(500));
  }

  @Test
  void aRecordStaysDamagedUntilAPeerCanProvideIt() throws IOException {
    two.stop();
    three.stop();
    flipBits();
    assertThat(refusedBy(one)).isEqualTo(4);
    await().until(() -> damagedRecords(one) == 4);
    assertThat(refusedBy(one)).isEqualTo(4);
    await()
        .untilAsserted(() -> assertThat(one.metrics().value("aumbry_server_damaged")).isEqualTo(4));
    Node back = cluster.start("node-2");
    back.serve(PARTITION);
    awaitRepaired(one);
  }
}
