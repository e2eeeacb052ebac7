package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.operation.FakeNode.Fault;
import io.aumbry.router.operation.FakeNodes.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A replica that lacks a blob gets a hint from the frontend that read it from another. No request
 * waits for it.
 */
final class RepairHintsTest {
  /** Reads after which each of three replicas was almost surely asked first. */
  private static final int READS = 60;

  private static final Duration OLD = RouterConfig.Tuning.defaults().hintAge().plusSeconds(1);

  private final TestCluster cluster = new TestCluster(2, 2, 2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId stored() {
    BlobId id = cluster.put(cluster.bytes(100)).id();
    cluster.carrier.settle();
    return id;
  }

  private void readOften(BlobId id) {
    for (int i = 0; i < READS; i++) {
      assertThat(cluster.read(id)).hasSize(100);
    }
    cluster.carrier.settle();
  }

  private List<Sent> hints() {
    return cluster.nodes.sent().stream()
        .filter(sent -> sent.request() instanceof NodeRequest.Hint)
        .toList();
  }

  private double count(String hints) {
    return cluster.metrics.value("aumbry_router_hints_" + hints + "_total");
  }

  private boolean isTo(Sent sent, FakeNode node) {
    return cluster.nodes.node(sent.node()).equals(node);
  }

  @Test
  void aReplicaThatLacksABlobGetsOneHintAMinute() {
    BlobId id = stored();
    FakeNode lacking = cluster.replicasOf(id).get(1);
    lacking.forget(id);
    cluster.carrier.pass(OLD);
    readOften(id);
    assertThat(hints())
        .singleElement()
        .satisfies(sent -> assertThat(sent.request()).isEqualTo(new NodeRequest.Hint(id)))
        .satisfies(sent -> assertThat(isTo(sent, lacking)).isTrue());
    cluster.carrier.pass(Duration.ofMinutes(1));
    readOften(id);
    assertThat(hints()).hasSize(2);
    assertThat(count("sent")).isEqualTo(2);
    assertThat(count("dropped")).isZero();
  }

  @Test
  void aReplicaWithADamagedRecordGetsAHint() {
    BlobId id = stored();
    FakeNode damaged = cluster.replicasOf(id).get(2);
    damaged.fault = Fault.DAMAGED;
    damaged.faulty = NodeRequest.Get.class::isInstance;
    cluster.carrier.pass(OLD);
    readOften(id);
    assertThat(hints()).singleElement().satisfies(sent -> assertThat(isTo(sent, damaged)).isTrue());
  }

  @Test
  void aYoungBlobCausesNoHint() {
    BlobId id = stored();
    cluster.replicasOf(id).getFirst().forget(id);
    for (int i = 0; i < READS / 4; i++) {
      assertThat(cluster.read(id)).hasSize(100);
    }
    cluster.carrier.settle();
    assertThat(hints()).isEmpty();
  }

  @Test
  void replicasOfAnotherDataCentreGetNoHint() {
    ClusterRouter there = cluster.routerIn(2);
    BlobId id =
        cluster
            .carrier
            .run(() ->
                there.put(
                    cluster.upload(),
                    cluster.body(cluster.bytes(100)),
                    cluster.carrier.request(TestCluster.PATIENCE)))
            .id();
    cluster.carrier.pass(OLD);
    readOften(id);
    assertThat(cluster.metrics.value("aumbry_router_reads_remote_total")).isEqualTo(READS);
    assertThat(hints()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING", "OLD"})
  void noReadWaitsForAHint(Fault fault) {
    BlobId id = stored();
    FakeNode lacking = cluster.replicasOf(id).getFirst();
    lacking.forget(id);
    lacking.fault = fault;
    lacking.faulty = NodeRequest.Hint.class::isInstance;
    cluster.carrier.pass(OLD);
    for (int i = 0; i < READS; i++) {
      Duration took = cluster.took(() -> assertThat(cluster.read(id)).hasSize(100));
      assertThat(took).isLessThan(Duration.ofMillis(100));
    }
    cluster.carrier.settle();
    assertThat(hints()).hasSize(1);
  }

  @Test
  void excessHintsAreDropped() {
    List<BlobId> blobs = new ArrayList<>();
    for (int i = 0; i < 2 * RouterConfig.Tuning.defaults().hints(); i++) {
      blobs.add(cluster.put(cluster.bytes(100)).id());
    }
    cluster.carrier.settle();
    blobs.forEach(id -> cluster.replicasOf(id).getFirst().forget(id));
    cluster.carrier.pass(OLD);
    for (int i = 0; i < 3; i++) {
      blobs.forEach(id -> assertThat(cluster.read(id)).hasSize(100));
    }
    cluster.carrier.settle();
    assertThat(hints()).hasSize(RouterConfig.Tuning.defaults().hints());
    assertThat(count("dropped")).isPositive();
  }
}
