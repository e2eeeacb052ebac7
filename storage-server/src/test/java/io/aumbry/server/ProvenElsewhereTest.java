package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Proofs of a replica when its leader is compared with another data centre. */
@Timeout(300)
final class ProvenElsewhereTest {
  private static final int LENGTH = 2_000;
  private static final EntropyConfig OFTEN =
      new EntropyConfig(Duration.ofSeconds(1), Duration.ofMillis(50), 10_000_000);

  @TempDir private Path folder;
  private GeoCluster geo;
  private final List<Worker> comparing = new ArrayList<>();

  @BeforeEach
  void startFourNodes() {
    geo = new GeoCluster(folder, 2, GeoCluster.quick(2));
    geo.serve("a1", "a2", "b1", "b2");
    geo.awaitHave(geo.all(), put(geo.in("a")));
    geo.awaitInStep();
  }

  @AfterEach
  void stopAll() {
    comparing.forEach(Worker::close);
    geo.close();
  }

  private Map<BlobId, byte[]> put(List<Node> to) {
    long hourAgo = System.currentTimeMillis() - Duration.ofHours(1).toMillis();
    BlobId id = NodeClientOfTests.madeAt(hourAgo, GeoCluster.PARTITION, geo.cluster().random());
    byte[] content = BytesOfTests.random(geo.cluster().random(), LENGTH);
    for (Node node : to) {
      assertThat(geo.client().put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
    }
    return Map.of(id, content);
  }

  private void compare(Node node) {
    comparing.add(node.server().startComparing(OFTEN));
  }

  private static long unproven(Node node) {
    return (long) node.metrics().value("aumbry_server_entropy_unproven");
  }

  private static long compared(Node node) {
    return (long) node.metrics().value("aumbry_server_entropy_compared_blobs_total");
  }

  private void awaitProven() {
    geo.all().forEach(node -> await().until(() -> unproven(node) == 0));
  }

  @Test
  void followersAdoptTheProofsOfTheirLeader() {
    geo.all().forEach(this::compare);
    awaitProven();
  }

  private long provenMillis(Node node) {
    return node.server()
        .findings()
        .proof(GeoCluster.PARTITION, geo.cluster().views().current())
        .orElseThrow()
        .provenMillis();
  }

  /** Each data centre relies on proofs of the other, in several steps. */
  @Test
  void aRequestedProofCoversTheBlobsOfEveryDataCentre() {
    geo.all().forEach(this::compareRarely);
    awaitProven();
    geo.awaitHave(geo.all(), put(geo.in("b")));
    long begin = System.currentTimeMillis();
    geo.all()
        .forEach(node ->
            assertThat(
                    geo.client()
                        .ask(node.id(), new Verify(Verify.ALL, begin, 0), new byte[0])
                        .response())
                .isEqualTo(new NodeResponse.Done()));
    for (Node node : geo.all()) {
      await().until(() -> reported(node).wantedMillis() == 0);
      assertThat(reported(node).provenMillis()).isGreaterThanOrEqualTo(begin);
    }
  }

  private ReplicaReport.Proof reported(Node node) {
    NodeResponse answer =
        geo.client().ask(node.id(), new NodeRequest.Report(0), new byte[0]).response();
    return ((NodeResponse.Reported) answer).replicas().getFirst().standing().proof();
  }

  private void compareRarely(Node node) {
    comparing.add(node.server().startComparing(OFTEN.withPeriod(Duration.ofDays(300))));
  }

  @Test
  void aViewWithTooFewReplicasProvesNothing() {
    geo.all().forEach(this::compare);
    awaitProven();
    Node leader = geo.node("a1");
    assertThat(provenMillis(leader)).isPositive();
    geo.cluster().views().remove(geo.node("a2").id());
    assertThat(provenMillis(leader)).isZero();
  }

  /** Simulator seed 415: the stopped replica has a blob that reached no other one. */
  @Test
  void aDataCentreIsUnprovenWhileOneOfItsReplicasIsStopped() {
    geo.network().block(link -> link.source().equals("a2"));
    Map<BlobId, byte[]> alone = put(List.of(geo.node("a2")));
    geo.stop("a2");
    geo.network().block(_ -> false);
    geo.all().forEach(this::compare);
    Node leader = geo.node("b1");
    await().until(() -> unproven(leader) == 1);
    long enough = compared(leader) + 4;
    await().until(() -> compared(leader) > enough);
    assertThat(geo.all()).allSatisfy(node -> assertThat(unproven(node)).isEqualTo(1));
    geo.start("a2");
    TestCluster.serveAtOnce(GeoCluster.PARTITION, geo.node("a2"));
    compare(geo.node("a2"));
    awaitProven();
    geo.all().forEach(node -> geo.assertHas(node, alone));
  }

  /**
   * A single copy has all blobs of its data centre, but others had them when they were compared.
   */
  @Test
  void aSingleCopyElsewhereProvesNothingBeyondTheComparison() {
    geo.close();
    geo = new GeoCluster(folder.resolve("single"), 2, GeoCluster.quick(1));
    geo.serve("a1", "b1");
    geo.awaitHave(geo.all(), put(geo.in("a")));
    geo.awaitInStep();
    geo.all().forEach(this::compare);
    awaitProven();
    assertThat(provenMillis(geo.node("a1"))).isBetween(1L, System.currentTimeMillis());
  }
}
