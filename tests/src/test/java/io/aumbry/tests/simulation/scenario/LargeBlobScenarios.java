package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import io.aumbry.tests.simulation.network.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Scenarios about the chunks of large blobs, which live and die with their manifest. */
final class LargeBlobScenarios {
  /** Size of a blob with several chunks. */
  private static final int LARGE = 200_000;

  private static final int BIG = 4_000;
  private static final int TWO_CHUNKS = 66_000;
  private static final int BLOBS = 16;

  /** Size of a blob with more chunks than a frontend sends to one partition in a row. */
  private static final int IN_TWO_PARTITIONS = 1_300_000;

  private static final int ONE_CHUNK = 60_000;
  private static final int MOMENTS = 8;
  private static final Duration NIGHT = Duration.ofHours(3);
  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration COMPACTED = Duration.ofSeconds(12);

  /** Time in which replicas are in step, and before a node reaps for the first time. */
  private static final Duration IN_STEP = Duration.ofMillis(2_500);

  /** Final deletes of a large blob in pages of two: four chunks, two pages and the manifest. */
  private static final int DELETES = 7;

  private static final Duration STEP = Duration.ofMillis(1);
  private static final int STEPS = 20_000;

  private static final List<String> NODES = List.of("node-0", "node-1", "node-2");

  private LargeBlobScenarios() {}

  static List<Scenario> all() {
    return Stream.of(ofUploads(), ofBlobs(), ofNodesThatDiffer(), ofPages())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> ofUploads() {
    return List.of(
        new Scenario(
            "nothing is left of an abandoned upload",
            List.of("an unfinished upload is never reaped"),
            LargeBlobScenarios::abandoned),
        new Scenario(
            "nothing is left of the uploads of a frontend that is killed",
            List.of("a chunk is sent before an upload record names it"),
            LargeBlobScenarios::killed),
        new Scenario(
            "a blob keeps its chunks if its upload record stays behind",
            List.of("chunks of an upload are deleted although its manifest is stored"),
            LargeBlobScenarios::kept),
        new Scenario(
            "a slow upload is not reaped before its limit",
            List.of("an upload is reaped while it may still be finished"),
            LargeBlobScenarios::slow),
        new Scenario(
            "an upload that was reaped cannot be finished",
            List.of("a manifest is stored however late it comes"),
            LargeBlobScenarios::late));
  }

  private static List<Scenario> ofBlobs() {
    ClusterPlan two = ClusterPlan.scripted().with(new Shape(4, 1, 2, 3, 1));
    ClusterPlan apart = ClusterPlan.scripted().with(new Shape(6, 1, 4, 3, 1));
    return List.of(
        new Scenario(
            "the chunks of a blob are deleted before its manifest",
            List.of("a manifest is deleted before its chunks"),
            LargeBlobScenarios::inOrder),
        new Scenario(
            "a manifest stays until its chunks can be deleted",
            List.of("a manifest is deleted before its chunks"),
            two,
            LargeBlobScenarios::unreachable),
        new Scenario(
            "compaction keeps a manifest until its chunks can be deleted",
            List.of("compaction drops a manifest whose chunks are not deleted"),
            apart,
            LargeBlobScenarios::compacted));
  }

  private static List<Scenario> ofNodesThatDiffer() {
    List<String> unsealed = List.of("chunks are deleted by the word of the leader alone");
    return List.of(
        new Scenario(
            "a leader whose clock is ahead deletes no chunks of a live blob",
            unsealed,
            LargeBlobScenarios::clockAhead),
        new Scenario(
            "a leader whose clock is ahead deletes no chunks before the retention",
            unsealed,
            LargeBlobScenarios::clockAheadOfRetention),
        new Scenario(
            "a leader whose clock is ahead ends no upload in progress",
            List.of("the leader deletes a manifest that may still come by its own clock"),
            LargeBlobScenarios::clockAheadOfUpload),
        new Scenario(
            "a leader with a shorter retention deletes no chunks before that of the others",
            unsealed,
            LargeBlobScenarios::shorterRetention));
  }

  private static List<Scenario> ofPages() {
    ClusterPlan plan = ClusterPlan.scripted().withPagesOf(2);
    return List.of(
        new Scenario(
            "nothing is left of an abandoned upload with pages",
            List.of("a chunk is sent before an upload record names it"),
            plan,
            LargeBlobScenarios::abandoned),
        new Scenario(
            "nothing is left of the uploads with pages of a frontend that is killed",
            List.of("a chunk is sent before an upload record names it"),
            plan,
            LargeBlobScenarios::killed),
        new Scenario(
            "a blob with pages keeps its chunks if its upload record stays behind",
            List.of("an upload record is reaped as if its manifest had no pages"),
            plan,
            LargeBlobScenarios::kept),
        new Scenario(
            "nothing is left of a blob with pages if its reaping breaks off",
            List.of("a page is deleted before its chunks"),
            plan,
            LargeBlobScenarios::brokenOff));
  }

  private static void abandoned(Stage stage) {
    for (int i = 1; i <= MOMENTS; i++) {
      stage.abandon(LARGE, LARGE * i / (MOMENTS + 1));
    }
    growOld(stage);
  }

  private static void growOld(Stage stage) {
    stage.pass(MOMENT);
    long due = stage.wallMillis();
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.requireReaped(due);
    stage.heal();
  }

  private static void killed(Stage stage) {
    for (int i = 1; i <= MOMENTS; i++) {
      stage.beginToPut(2, LARGE);
      stage.pass(Duration.ofMillis(i));
      stage.cluster().killFrontend(0);
      stage.cluster().startFrontend(0);
      stage.turnTo(0);
    }
    growOld(stage);
  }

  /**
   * The frontend is killed after it has acknowledged the blob, and before it deletes the record.
   */
  private static void kept(Stage stage) {
    Delay delay = new Delay(MOMENT.dividedBy(4), MOMENT.dividedBy(8));
    NODES.forEach(node -> stage.cluster().network().delay("frontend-0", node, delay));
    stage.put(1, LARGE);
    stage.cluster().killFrontend(0);
    NODES.forEach(node ->
        stage
            .cluster()
            .network()
            .delay("frontend-0", node, new Delay(Duration.ZERO, Duration.ZERO)));
    stage.cluster().startFrontend(0);
    stage.turnTo(0);
    growOld(stage);
  }

  private static void slow(Stage stage) {
    stage.putSlowly(LARGE, COMPACTED);
    stage.heal();
  }

  /** The last chunk arrives a night after the others. */
  private static void late(Stage stage) {
    stage.beginToPutSlowly(LARGE, COMPACTED.multipliedBy(2));
    stage.pass(MOMENT);
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED.multipliedBy(3));
    stage.heal();
  }

  private static void inOrder(Stage stage) {
    List<KeptBlob> blobs = stage.put(2, LARGE);
    stage.delete(blobs);
    List<BlobId> deleted = new ArrayList<>();
    stage.cluster().network().watch(request -> finalDelete(request).ifPresent(deleted::add));
    growOld(stage);
    stage.cluster().network().watch(_ -> {});
    if (deleted.isEmpty() || deleted.getFirst().kind() == BlobKind.MANIFEST) {
      throw new Finding("final deletes in the order " + deleted);
    }
  }

  /** Partition 1 is on machines 0 to 2, partition 2 on machines 1 to 3. */
  private static void unreachable(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>();
    for (int i = 0; i < BLOBS; i++) {
      blobs.addAll(stage.put(1, TWO_CHUNKS));
      stage.churn(BLOBS, BIG);
    }
    stage.delete(blobs);
    stage.pass(MOMENT);
    long due = stage.wallMillis();
    stage.night(NIGHT, 0, 1, 2, 3);
    stage.pass(IN_STEP);
    stage.cluster().kill(2);
    stage.cluster().kill(3);
    stage.pass(COMPACTED.multipliedBy(2));
    stage.cluster().start(2);
    stage.cluster().start(3);
    stage.settle();
    stage.requireReaped(due);
    stage.heal();
  }

  /** Partition 1 is on machines 0 to 2, partition 4 on machines 3 to 5. */
  private static void compacted(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>();
    for (int i = 0; i < BLOBS / 2; i++) {
      blobs.addAll(stage.put(1, IN_TWO_PARTITIONS));
      stage.churn(BLOBS, ONE_CHUNK);
    }
    stage.delete(blobs);
    stage.pass(MOMENT);
    long due = stage.wallMillis();
    stage.night(NIGHT, 0, 1, 2);
    stage.pass(COMPACTED.multipliedBy(2));
    stage.cluster().start(3);
    stage.cluster().start(4);
    stage.cluster().start(5);
    stage.settle();
    stage.requireReaped(due);
    stage.heal();
  }

  /** The blob would expire within the error of the clock. */
  private static void clockAhead(Stage stage) {
    for (int i = 0; i < MOMENTS; i++) {
      if (stage.tryPut(LARGE, NIGHT.toSeconds()).isEmpty()) {
        throw new Finding("a put was refused");
      }
    }
    withClockAhead(stage);
    stage.heal();
  }

  private static void clockAheadOfRetention(Stage stage) {
    retain(stage, NIGHT, 0, 1, 2);
    List<KeptBlob> blobs = stage.put(MOMENTS, LARGE);
    stage.delete(blobs);
    withClockAhead(stage);
    blobs.forEach(stage::undelete);
    stage.heal();
  }

  private static void clockAheadOfUpload(Stage stage) {
    stage.pass(MOMENT);
    stage.cluster().jumpClock(0, 2 * NIGHT.toMillis());
    for (int i = 0; i < MOMENTS / 2; i++) {
      stage.putSlowly(LARGE, IN_STEP);
    }
    stage.cluster().jumpClock(0, -2 * NIGHT.toMillis());
    stage.heal();
  }

  /** Machine 0 leads some partitions. Its clock is wrong for a while. */
  private static void withClockAhead(Stage stage) {
    stage.pass(MOMENT);
    stage.cluster().jumpClock(0, 2 * NIGHT.toMillis());
    stage.pass(COMPACTED);
    stage.cluster().jumpClock(0, -2 * NIGHT.toMillis());
  }

  private static void retain(Stage stage, Duration retention, int... machines) {
    for (int machine : machines) {
      stage.cluster().machines().get(machine).retainDeleted(retention);
    }
    stage.night(Duration.ZERO, 0, 1, 2);
    stage.settle();
  }

  /** The setting of machines 1 and 2 was raised, and that of machine 0 not yet. */
  private static void shorterRetention(Stage stage) {
    retain(stage, NIGHT.multipliedBy(2), 1, 2);
    List<KeptBlob> blobs = stage.put(MOMENTS, LARGE);
    stage.delete(blobs);
    stage.pass(MOMENT);
    long due = stage.wallMillis();
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    blobs.forEach(stage::undelete);
    stage.heal();
    stage.delete(blobs);
    stage.pass(MOMENT);
    stage.night(NIGHT.multipliedBy(3), 0, 1, 2);
    stage.settle();
    stage.requireReaped(due);
    stage.heal();
  }

  /** The power fails after each number of final deletes that were sent. */
  private static void brokenOff(Stage stage) {
    Set<BlobId> deleted = new HashSet<>();
    for (int sent = 1; sent <= DELETES; sent++) {
      stage.delete(stage.put(1, LARGE));
      stage.pass(MOMENT);
      long due = stage.wallMillis();
      stage.night(NIGHT, 0, 1, 2);
      deleted.clear();
      stage.cluster().network().watch(request -> finalDelete(request).ifPresent(deleted::add));
      for (int i = 0; i < STEPS && deleted.size() < sent; i++) {
        stage.pass(STEP);
      }
      stage.cluster().network().watch(_ -> {});
      if (deleted.isEmpty()) {
        throw new Finding("nothing was reaped");
      }
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
      stage.requireReaped(due);
    }
    stage.heal();
  }

  private static Optional<BlobId> finalDelete(NodeRequest request) {
    return request instanceof NodeRequest.Delete(BlobId id, long _, int life)
            && life == BlobState.FINAL_LIFE
        ? Optional.of(id)
        : Optional.empty();
  }
}
