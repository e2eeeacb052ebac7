package io.aumbry.server.entropy;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node fetches blobs that a reader did not find on it, but no forgotten ones. */
@Timeout(600)
final class HintedRepairTest extends LyingCluster {
  private void repair(Duration settle) {
    atEnd(one().server().startRepairing(settle)::close);
  }

  private void repair() {
    repair(Duration.ofMillis(50));
  }

  private NodeResponse get(BlobId id) {
    return client().get(one().id(), id).response();
  }

  private NodeResponse hint(BlobId id) {
    return client().ask(one().id(), new NodeRequest.Hint(id), new byte[0]).response();
  }

  private void noted(BlobId id) {
    assertThat(hint(id)).isEqualTo(new NodeResponse.Done());
  }

  private double count(String blobs) {
    return one().metrics().value("aumbry_server_" + blobs + "_total");
  }

  /** Waits until a blob is repaired that was hinted after all others. */
  private void awaitLater() {
    BlobId later = put(madeBefore(HOUR), two(), three());
    noted(later);
    await().until(() -> get(later) instanceof NodeResponse.Found);
    await().until(() -> count("hints_repaired_blobs") >= 1);
  }

  @Test
  void aHintedBlobIsFetchedFromAPeer() {
    lie(one());
    BlobId lost = put(madeBefore(HOUR), two(), three());
    BlobId notSaid = put(madeBefore(HOUR), two(), three());
    BlobId old = put(madeBefore(LONG_AGO), two(), three());
    repair();
    noted(lost);
    noted(old);
    await().until(() -> count("hints_repaired_blobs") == 2);
    assertThat(client().get(one().id(), lost).content()).isEqualTo(bytes(lost));
    assertThat(client().get(one().id(), old).content()).isEqualTo(bytes(old));
    assertThat(get(notSaid)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(count("hints_received")).isEqualTo(2);
    assertThat(count("hints_dropped")).isZero();
  }

  @Test
  void aHintDoesNotRestoreADeletedBlob() {
    BlobId deletedHere = put(madeBefore(HOUR), one(), two(), three());
    client().delete(one().id(), deletedHere);
    lie(one());
    BlobId deletedThere = put(madeBefore(HOUR), two(), three());
    client().delete(two().id(), deletedThere);
    repair();
    noted(deletedHere);
    noted(deletedThere);
    await()
        .untilAsserted(() ->
            assertThat(get(deletedThere)).isEqualTo(new NodeResponse.Missing(Absence.DELETED)));
    assertThat(get(deletedHere)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  /** As if all others had deleted and forgotten it while its store was out of the cluster. */
  @Test
  void anOldBlobOfASinglePeerIsNotFetched() {
    lie(one());
    lie(three());
    BlobId id = put(madeBefore(LONG_AGO), two());
    repair();
    noted(id);
    awaitLater();
    assertThat(get(id)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void aHintForAnUnknownBlobHasNoEffect() {
    lie(one());
    repair();
    BlobId nobodys = madeBefore(HOUR);
    noted(nobodys);
    awaitLater();
    assertThat(get(nobodys)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(count("hints_repaired_blobs")).isEqualTo(1);
  }

  @Test
  void anIncompleteReplicaRefusesHints() {
    one().transition(PARTITION, ReplicaState.INACTIVE);
    assertThat(((NodeResponse.Failed) hint(madeBefore(HOUR))).code())
        .isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(count("hints_dropped")).isEqualTo(1);
  }

  /** Records that replication has not delivered yet are not missing. */
  @Test
  void recordsFromReplicationAreNotRepaired() {
    wires().client().block(link -> link.puller().equals("node-1"));
    BlobId behind = put(madeBefore(HOUR), two(), three());
    repair();
    noted(behind);
    await().until(() -> count("entropy_compared_blobs") >= 1);
    wires().client().block(_ -> false);
    await().until(() -> get(behind) instanceof NodeResponse.Found);
    lie(one());
    awaitLater();
    assertThat(count("hints_repaired_blobs")).isEqualTo(1);
  }

  /** Only comparisons use the rate of comparisons. */
  @Test
  void aHintForABlobThatIsTooYoungCostsNoComparison() {
    lie(one());
    noted(madeBefore(HOUR.negated()));
    noted(put(madeBefore(HOUR), two(), three()));
    repair();
    await().until(() -> count("hints_repaired_blobs") == 1);
    awaitLater();
    assertThat(count("entropy_compared_blobs")).as("two blobs, two peers").isLessThanOrEqualTo(4);
  }

  @Test
  void tooManyHintsAreRefusedAndARepeatedHintCountsOnce() {
    repair(Duration.ofMinutes(10));
    BlobId first = madeBefore(HOUR);
    noted(first);
    for (int i = 1; i < ReceivedHints.MOST; i++) {
      noted(madeBefore(HOUR));
    }
    noted(first);
    assertThat(((NodeResponse.Failed) hint(madeBefore(HOUR))).code())
        .isEqualTo(ErrorCode.OVERLOADED);
    assertThat(count("hints_dropped")).isEqualTo(1);
  }
}
