package io.aumbry.server.entropy;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.entropy.ComparisonResults.Proof;
import io.aumbry.transport.testing.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A replica lacks records that its tokens cover. The comparison finds them, and fetches them from a
 * peer.
 */
@Timeout(600)
final class AntiEntropyTest extends LyingCluster {
  private static final EntropyConfig OFTEN =
      new EntropyConfig(Duration.ofSeconds(1), Duration.ofMillis(50), 10_000_000);

  private void compare(EntropyConfig config, Node... nodes) {
    for (Node node : nodes) {
      atEnd(node.server().startComparing(config)::close);
    }
  }

  private BlobId newId() {
    return madeBefore(HOUR);
  }

  private boolean has(Node node, BlobId id) {
    return client().get(node.id(), id).response() instanceof NodeResponse.Found;
  }

  private Proof proof(Node node) {
    return node.server().findings().proof(PARTITION, cluster().views().current()).orElseThrow();
  }

  private void awaitProven(Node... nodes) {
    for (Node node : nodes) {
      await()
          .untilAsserted(() -> {
            assertThat(proof(node).unproven()).isZero();
            assertThat(proof(node).provenMillis()).isPositive();
            assertThat(proof(node).open()).isEqualTo(Comparison.Open.NOTHING);
          });
    }
  }

  private static double entropy(Node node, String name) {
    return node.metrics().value("aumbry_server_entropy_" + name);
  }

  @Test
  void aMissingBlobThatATokenCoversIsFetched() {
    lie(one());
    BlobId lost = put(newId(), two(), three());
    BlobId old = put(madeBefore(LONG_AGO), two(), three());
    assertThat(has(one(), lost)).isFalse();
    compare(OFTEN, one(), two(), three());
    awaitProven(one(), two(), three());
    assertThat(client().get(one().id(), lost).content()).isEqualTo(bytes(lost));
    assertThat(client().get(one().id(), old).content()).isEqualTo(bytes(old));
    assertThat(entropy(one(), "repaired_blobs_total")).isEqualTo(2);
    assertThat(entropy(two(), "missing_blobs_total")).isZero();
  }

  @Test
  void aMissingDeleteThatATokenCoversIsFetched() {
    BlobId id = put(newId(), one(), two(), three());
    lie(one());
    assertThat(client().delete(two().id(), id)).isEqualTo(new NodeResponse.Done());
    compare(OFTEN, one(), two(), three());
    await()
        .untilAsserted(() ->
            assertThat(client().get(one().id(), id).response())
                .isEqualTo(new NodeResponse.Missing(Absence.DELETED)));
    awaitProven(one(), two(), three());
  }

  @Test
  void anUnrepairableBlobIsReportedUntilItIsRepaired() {
    lie(one());
    diskOf(one()).takeNothing(true);
    BlobId lost = put(newId(), two(), three());
    compare(OFTEN, one(), two(), three());
    await().untilAsserted(() -> assertThat(proof(one()).open().here()).isPositive());
    await().untilAsserted(() -> assertThat(proof(two()).open().there()).isPositive());
    assertThat(proof(one()).provenMillis()).isZero();
    assertThat(entropy(one(), "unproven")).isNotZero();
    diskOf(one()).takeNothing(false);
    awaitProven(one(), two(), three());
    assertThat(has(one(), lost)).isTrue();
    assertThat(entropy(one(), "open")).isEqualTo(0);
  }

  @Test
  void aReportTellsWhichPeerLacksBlobs() {
    lie(one());
    diskOf(one()).takeNothing(true);
    put(newId(), two(), three());
    compare(OFTEN, one(), two(), three());
    await()
        .untilAsserted(() -> {
          assertThat(reported(two(), NodeRequest.Report.whole(0)).missingAtPeers())
              .containsExactly(Map.entry(one().id(), 1));
          assertThat(reported(one(), NodeRequest.Report.whole(0)).missing()).isEqualTo(2);
        });
    assertThat(reported(two(), NodeRequest.Report.whole(0)).missing()).isZero();
    assertThat(reported(two(), new NodeRequest.Report(0)))
        .as("for an operator with an earlier build")
        .isEqualTo(new ReplicaReport.Proof(0, 1, 1, 0));
  }

  private ReplicaReport.Proof reported(Node node, NodeRequest.Report request) {
    return ((NodeResponse.Reported) client().ask(node.id(), request, new byte[0]).response())
        .replicas()
        .getFirst()
        .standing()
        .proof();
  }

  /** A comparison that does not wait until both are in step cannot judge what differs. */
  @Test
  void differencesToAPeerThatIsNotInStepPreventAProof() {
    put(newId(), one(), two(), three());
    lie(one());
    diskOf(one()).takeNothing(true);
    put(newId(), two(), three());
    Duration brief = Duration.ofMillis(1);
    compare(new EntropyConfig(Duration.ofSeconds(1), brief, 10_000_000, brief, 20_000), one());
    // By then one of the two peers was compared at least twice.
    await().until(() -> entropy(one(), "compared_blobs_total") > 5);
    assertThat(proof(one()).unproven()).isEqualTo(2);
  }

  /** As if it had been deleted and forgotten while a store was out of the cluster. */
  @Test
  void anOldBlobOfASingleReplicaDoesNotSpread() {
    List.of(two(), three()).forEach(this::lie);
    BlobId id = put(madeBefore(LONG_AGO), one());
    compare(OFTEN, two(), three());
    await().untilAsserted(() -> assertThat(entropy(two(), "doubtful")).isEqualTo(1));
    await().untilAsserted(() -> assertThat(entropy(three(), "doubtful")).isEqualTo(1));
    assertThat(has(two(), id) || has(three(), id)).isFalse();
    assertThat(proof(two()).provenMillis()).isZero();
    put(id, three());
    await().until(() -> has(two(), id));
    awaitProven(two(), three());
  }

  @Test
  void proofsSurviveARestartButNotAReplacedStore() {
    put(newId(), one(), two(), three());
    compare(OFTEN, one());
    awaitProven(one());
    long proven = proof(one()).provenMillis();
    endAll();
    one().stop();
    start("node-1").serve(PARTITION);
    compare(OFTEN.withPeriod(Duration.ofDays(300)), one());
    await().untilAsserted(() -> assertThat(proof(one()).unproven()).isZero());
    assertThat(proof(one()).provenMillis()).isGreaterThanOrEqualTo(proven);
    assertThat(entropy(one(), "compared_blobs_total")).isZero();
    three().stop();
    cluster().wipe("node-3");
    start("node-3").serve(PARTITION);
    await().until(() -> entropy(one(), "compared_blobs_total") > 0);
    awaitProven(one());
  }

  @Test
  void aRequestedProofIsMadeBeforeThePeriodEnds() {
    EntropyConfig rare = OFTEN.withPeriod(Duration.ofDays(300));
    compare(rare, one(), two(), three());
    awaitProven(one(), two(), three());
    BlobId lost = newId();
    lie(one());
    put(lost, two(), three());
    long begin = System.currentTimeMillis();
    for (Node node : List.of(one(), two(), three())) {
      assertThat(verify(node, PARTITION)).isEqualTo(new NodeResponse.Done());
    }
    for (Node node : List.of(one(), two(), three())) {
      await().until(() -> proof(node).provenMillis() >= begin);
      await().untilAsserted(() -> assertThat(entropy(node, "requested")).isEqualTo(0));
    }
    assertThat(has(one(), lost)).isTrue();
  }

  /** Otherwise it would be compared repeatedly for a day. */
  @Test
  void anImpossibleProofIsGivenUpAfterSomeComparisons() {
    List.of(two(), three()).forEach(this::lie);
    put(madeBefore(LONG_AGO), one());
    EntropyConfig rare = new EntropyConfig(Duration.ofDays(300), Duration.ofMillis(5), 10_000_000);
    compare(rare, two());
    await().untilAsserted(() -> assertThat(entropy(two(), "doubtful")).isEqualTo(1));
    try (LogLines log = new LogLines(AntiEntropy.class)) {
      verify(two(), PARTITION);
      await()
          .untilAsserted(() ->
              assertThat(log.warnings())
                  .singleElement()
                  .asString()
                  .startsWith("requested proof given up: 8 comparisons left different blobs")
                  .contains("peer=node-1")
                  .contains("doubtful=1"));
    }
    await().untilAsserted(() -> assertThat(entropy(two(), "requested")).isEqualTo(0));
    assertThat(proof(two()).provenMillis()).isZero();
  }

  @Test
  void aRequestForAPartitionThatIsNotHereIsRefused() {
    assertThat(verify(one(), PARTITION + 1))
        .isEqualTo(
            new NodeResponse.Failed(
                ErrorCode.REPLICA_UNAVAILABLE,
                "This node has no open replica of partition " + (PARTITION + 1)));
  }

  private NodeResponse verify(Node node, int partition) {
    return client()
        .ask(node.id(), new Verify(partition, System.currentTimeMillis(), 0), new byte[0])
        .response();
  }

  /** A peer that learns of missing blobs does not wait for its own turn. */
  @Test
  void aReplicaLearnsOfMissingBlobsFromTheComparingPeer() {
    compare(OFTEN.withPeriod(Duration.ofDays(300)), one());
    awaitProven(one());
    lie(one());
    BlobId lost = put(newId(), two(), three());
    compare(OFTEN, two());
    await().until(() -> has(one(), lost));
  }
}
