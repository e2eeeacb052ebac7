package io.aumbry.server;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Reported;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.report.ReplicaReport.Proof;
import io.aumbry.protocol.report.ReplicaReport.Standing;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reports of nodes. */
@Timeout(300)
class ReportTest {
  private static final int PARTITION = 7;

  @TempDir Path folder;
  private final List<FaultyDisk> disks = new ArrayList<>();
  private TestCluster cluster;
  private NodeClientOfTests client;
  private Node one;
  private Node two;
  private Node three;

  @BeforeEach
  void startThreeNodes() {
    cluster = new TestCluster(folder, ServerConfig.defaults(), new LocalWires());
    client = cluster.client();
    one = start("node-1");
    two = start("node-2");
    three = start("node-3");
    List.of(one, two, three).forEach(node -> node.assign(PARTITION));
    TestCluster.serveAtOnce(PARTITION, one, two, three);
  }

  private Node start(String name) {
    return cluster.start(name, 1, disks);
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private void put(int count, Node... nodes) {
    for (int i = 0; i < count; i++) {
      var id = NodeClientOfTests.id(PARTITION, cluster.random());
      byte[] content = BytesOfTests.random(cluster.random(), 1000);
      for (Node node : nodes) {
        client.put(node.id(), id, content);
      }
    }
  }

  private Reported report(Node node) {
    return (Reported) client.ask(node.id(), new NodeRequest.Report(0), new byte[0]).response();
  }

  private ReplicaReport replica(Node node) {
    return report(node).replicas().getFirst();
  }

  @Test
  void aReportDescribesTheNodeAndItsDisks() {
    put(1, one);
    Reported reported = report(one);
    assertThat(reported.next()).isEqualTo(Reported.NO_MORE);
    assertThat(reported.node().version()).isEqualTo("of tests");
    assertThat(reported.node().nowMillis()).isGreaterThan(NodeClientOfTests.CREATED - (1L << 40));
    assertThat(reported.node().uptimeMillis()).isNotNegative();
    DiskReport disk = reported.node().disks().getFirst();
    assertThat(disk.name()).isEqualTo(one.disks().getFirst().name());
    assertThat(disk.usable()).isTrue();
    assertThat(disk.sealed()).isFalse();
    assertThat(disk.usedBytes()).isPositive();
    await()
        .untilAsserted(() ->
            assertThat(report(one).node().disks().getFirst().capacityBytes())
                .isGreaterThan(disk.usedBytes()));
    assertThat(disk.errors()).isZero();
  }

  @Test
  void aReportDescribesTheProgressWithPeers() {
    put(5, one, two, three);
    await()
        .untilAsserted(() -> {
          ReplicaReport replica = replica(one);
          assertThat(replica.partition()).isEqualTo(PARTITION);
          assertThat(replica.disk()).isEqualTo(one.disks().getFirst().name());
          assertThat(replica.standing())
              .isEqualTo(new Standing(STANDBY, true, new Proof(0, 2, 0, 0)));
          assertThat(replica.content().newest()).isEqualTo(5);
          assertThat(replica.content().allocatedBytes()).isPositive();
          assertThat(replica.content().damaged()).isZero();
          assertThat(replica.waiting()).isEqualTo(Waiting.NOTHING);
          assertThat(replica.peers())
              .extracting(peer -> peer.node().name())
              .containsExactly("node-2", "node-3");
          assertThat(replica.peers())
              .allSatisfy(peer -> {
                assertThat(peer.dataCenter()).isEqualTo(1);
                assertThat(peer.acknowledged()).isEqualTo(5);
                assertThat(peer.lag()).isEqualTo(OptionalLong.of(0));
                assertThat(peer.lagBytes()).isEqualTo(OptionalLong.of(0));
                assertThat(peer.inSyncMillis()).isPositive();
              });
          assertThat(replica.peers().getFirst().store()).isEqualTo(replica(two).store());
        });
  }

  @Test
  void aPeerThatIsDownIsReportedAsNotHeardAfterARestart() {
    put(2, one, two);
    one.stop();
    two.stop();
    two = start("node-2");
    two.serve(PARTITION);
    PeerReport gone = replica(two).peers().getFirst();
    assertThat(gone.node()).isEqualTo(one.id());
    assertThat(gone.lag()).isEmpty();
    assertThat(gone.acknowledged()).isEqualTo(PeerReport.UNKNOWN);
    assertThat(gone.inSyncMillis()).isEqualTo(PeerReport.UNKNOWN);
  }

  @Test
  void aReportNamesTheConditionsOfAWaitingReplica() {
    one.stop();
    three.stop();
    cluster.wipe("node-3");
    three = start("node-3");
    three.transition(PARTITION, BOOTSTRAP);
    Mailbox<Boolean> complete = inBackground(() -> three.transition(PARTITION, STANDBY));
    await()
        .untilAsserted(() -> {
          ReplicaReport replica = replica(three);
          assertThat(replica.standing())
              .isEqualTo(new Standing(BOOTSTRAP, false, new Proof(0, 2, 0, 0)));
          assertThat(replica.waiting().missing())
              .containsExactly("node-1 (not heard of yet, OFFLINE)");
          assertThat(replica.waiting().sinceMillis())
              .isPositive()
              .isLessThanOrEqualTo(report(three).node().nowMillis());
        });
    one = start("node-1");
    one.serve(PARTITION);
    complete.take();
    assertThat(replica(three).standing())
        .isEqualTo(new Standing(STANDBY, true, new Proof(0, 2, 0, 0)));
    assertThat(replica(three).waiting()).isEqualTo(Waiting.NOTHING);
  }

  @Test
  void aReportNamesThePeersThatALeavingReplicaWaitsFor() {
    put(2, one, two, three);
    three.transition(PARTITION, INACTIVE, OFFLINE);
    Node fourth = start("node-4");
    Mailbox<Boolean> dropped = inBackground(() -> three.transition(PARTITION, DROPPED));
    await()
        .untilAsserted(() ->
            assertThat(replica(three).waiting().missing())
                .contains("3 replicas that stay and have all records (2 so far)"));
    fourth.assign(PARTITION);
    fourth.serve(PARTITION);
    dropped.take();
    assertThat(report(three).replicas()).isEmpty();
  }

  private static Mailbox<Boolean> inBackground(Runnable transition) {
    Mailbox<Boolean> done = new Mailbox<>();
    Thread.ofPlatform()
        .start(() -> {
          transition.run();
          done.post(true);
        });
    return done;
  }

  @Test
  void aHangingDiskDoesNotDelayAReport() {
    CountDownLatch gate = disks.getFirst().hangWhenAskedForCapacity();
    Reported reported = report(one);
    assertThat(reported.node().disks().getFirst().capacityBytes()).isEqualTo(DiskReport.UNKNOWN);
    assertThat(reported.replicas()).hasSize(1);
    gate.countDown();
    await()
        .untilAsserted(
            () -> assertThat(report(one).node().disks().getFirst().capacityBytes()).isPositive());
  }

  @Test
  void aFailedDiskIsReported() {
    disks.getFirst().fail();
    DiskReport disk = report(one).node().disks().getFirst();
    assertThat(disk.usable()).isFalse();
    assertThat(disk.capacityBytes()).isEqualTo(DiskReport.UNKNOWN);
  }
}
