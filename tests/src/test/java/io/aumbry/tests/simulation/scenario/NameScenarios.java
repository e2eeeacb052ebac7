package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.NameStage;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Scenarios about blobs and their names. */
final class NameScenarios {
  /** A lease that is not renewed has been fenced, and its sweep has ended. */
  private static final Duration SWEPT = ClusterPlan.UPLOADS.plus(Duration.ofSeconds(40));

  private static final int SMALL = 5_000;

  /** Several chunks. */
  private static final int LARGE = 150_000;

  /** Enough for a new file of each log. */
  private static final int LATER = 20;

  private NameScenarios() {}

  static List<Scenario> all() {
    return List.of(
        of(
            "a writer commits no name after its lease was fenced",
            List.of("a commit does not check the fence"),
            NameScenarios::fenced),
        of(
            "a frontend that is killed before the commit leaves no blob",
            List.of("blobs for names are not marked", "an expired lease is never fenced"),
            NameScenarios::killed),
        of(
            "a name survives the loss of all answers of its commit",
            List.of("an unknown outcome counts as refused"),
            NameScenarios::unanswered),
        of(
            "a sweep keeps the blob of an upload in progress elsewhere",
            List.of("a sweep trusts one look", "a sweep ignores uploads in progress"),
            NameScenarios::inProgress),
        of(
            "the blob of a deleted name is deleted while nodes come and go",
            List.of("rows of the trash are dropped although their blobs are not deleted"),
            NameScenarios::trashed),
        of(
            "a deleted container leaves all disks after its retention, and no other does",
            List.of("the removal of a container does not look at the container of a blob"),
            NameScenarios::removed));
  }

  private static Scenario of(String name, List<String> notices, Consumer<NameStage> script) {
    return new Scenario(name, notices, _ -> script.accept(new NameStage()));
  }

  private static void fenced(NameStage stage) {
    stage.beginToPut(0, "a", NameStage::standStill);
    stage.pass(SWEPT);
    stage.resume(0);
    stage.pass(Duration.ofSeconds(5));
    stage.requirePut(false);
    stage.get("a");
    stage.requireSwept();
    stage.put(0, "a");
    stage.get("a");
  }

  private static void killed(NameStage stage) {
    stage.put(1, "b");
    stage.beginToPut(0, "a", NameStage::standStill);
    stage.pass(Duration.ofSeconds(1));
    stage.kill(0);
    stage.requireSwept();
    stage.get("b");
  }

  /** The catalog commits the name, and then does not answer until the client has given up. */
  private static void unanswered(NameStage stage) {
    stage.beginToPut(0, "a", _ -> stage.silence(true));
    stage.pass(Duration.ofSeconds(5));
    stage.requirePut(false);
    stage.silence(false);
    stage.pass(Duration.ofSeconds(5));
    stage.get("a");
    stage.requireSwept();
    stage.requireName("a");
  }

  /** Frontend 2 ends. Its sweep also lists a blob that frontend 0 is about to name. */
  private static void inProgress(NameStage stage) {
    stage.beginToPut(0, "a", frontend -> frontend.process().pause(SWEPT.multipliedBy(2)));
    stage.pass(Duration.ofSeconds(1));
    stage.kill(2);
    stage.pass(SWEPT.multipliedBy(2).plusSeconds(5));
    stage.requirePut(true);
    stage.get("a");
    stage.requireSwept();
  }

  private static void removed(NameStage stage) {
    var doomed = new DeletedContainer.Key(1, 2);
    var other = new DeletedContainer.Key(1, 3);
    stage.put(0, "a");
    for (DeletedContainer.Key container : List.of(doomed, other)) {
      stage.putInto(container, 0, SMALL);
      stage.putInto(container, 1, LARGE);
    }
    stage.pass(Duration.ofSeconds(10));
    int doomedRecords = stage.recordsOf(doomed);
    int otherRecords = stage.recordsOf(other);
    stage.deleteContainer(doomed);
    stage.pass(SimulatedCatalog.RETENTION.minusSeconds(1));
    require(stage.recordsOf(doomed) == doomedRecords, "records were dropped in the retention");
    stage.cluster().kill(0);
    stage.pass(Duration.ofSeconds(20));
    stage.cluster().start(0);
    stage.requireSwept();
    require(stage.recordsOf(other) == otherRecords, "records of another container were dropped");
    // Its chunks wait for the difference of clocks to pass.
    stage.night(Duration.ofHours(3));
    // Compaction leaves the newest file of a log alone.
    var later = new DeletedContainer.Key(1, 4);
    for (int i = 0; i < LATER; i++) {
      stage.putInto(later, 1, LARGE);
    }
    stage.requireGone(doomed);
    require(stage.recordsOf(other) == otherRecords, "records of another container were dropped");
    stage.get("a");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new Finding(otherwise);
    }
  }

  private static void trashed(NameStage stage) {
    stage.put(0, "a");
    for (int node = 0; node < ClusterPlan.COPIES; node++) {
      stage.cluster().kill(node);
    }
    stage.delete(0, "a");
    stage.pass(Duration.ofSeconds(20));
    for (int node = 0; node < ClusterPlan.COPIES; node++) {
      stage.cluster().start(node);
    }
    stage.requireSwept();
    stage.get("a");
  }
}
