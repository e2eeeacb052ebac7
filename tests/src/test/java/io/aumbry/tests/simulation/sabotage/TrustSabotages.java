package io.aumbry.tests.simulation.sabotage;

import java.util.List;
import java.util.stream.Stream;

/** Bugs that make a replica count as knowing deletes that it may lack. */
final class TrustSabotages {
  private TrustSabotages() {}

  static List<Sabotage> all() {
    return Stream.of(times(), losses()).flatMap(List::stream).toList();
  }

  private static List<Sabotage> times() {
    return List.of(
        new Sabotage(
            "an incomplete replica vouches for an outdated one",
            Sabotages.SERVER + "replica/StalenessCheck.java",
            "    if (said.complete()) {",
            "    if (said.end() >= 0) {"),
        new Sabotage(
            "a replica in doubt vouches for another one",
            Sabotages.SERVER + "replication/PullServer.java",
            "progress.isComplete() && !replica.isDoubtful(),",
            "progress.isComplete(),"),
        new Sabotage(
            "the recorded horizon outdates nothing",
            Sabotages.SERVER + "replica/StalenessCheck.java",
            "    requireUpTo(read, \"the forget horizon of the cluster\");",
            ""),
        new Sabotage(
            "deletes are forgotten before their horizon is recorded",
            Sabotages.SERVER + "replica/StalenessCheck.java",
            "rule.isRecorded() ? upTo(horizon.last(), agreement) : agreement;",
            "agreement;"),
        new Sabotage(
            "a replica in doubt does not pull while it leaves",
            Sabotages.SERVER + "replica/HostedReplica.java",
            "(store.damaged().open() > 0 || isDoubtful())",
            "store.damaged().open() > 0"),
        new Sabotage(
            "a new replica is in step from its opening on",
            Sabotages.SERVER + "replica/StalenessCheck.java",
            "long inStep = provenMillis > 0 ? provenMillis : openedMillis;",
            "long inStep = openedMillis;"),
        new Sabotage(
            "a replica records a horizon that outdates it",
            Sabotages.SERVER + "replica/StalenessCheck.java",
            "Math.min(nearMillis, inStepMillis()));",
            "nearMillis);"),
        new Sabotage(
            "a horizon that was lost is not recorded again",
            Sabotages.SERVER + "compaction/HorizonKeeper.java",
            "wanted.isPresent() || checks ||",
            "wanted.isPresent() ||"),
        new Sabotage(
            "a node believes a frontend that a delete is old",
            Sabotages.STORE + "PartitionStore.java",
            "Math.max(deletedMillis, earliest)",
            "deletedMillis"),
        new Sabotage(
            "deleted blobs are withheld by the local clock",
            Sabotages.STORE + "compaction/Compactor.java",
            "LifeRule.mayBeForgotten(known.state(), retention, forgottenMillis);",
            "LifeRule.mayBeForgotten(known.state(), retention, time.wallMillis());"));
  }

  private static List<Sabotage> losses() {
    return List.of(
        new Sabotage(
            "an incomplete replica returns blobs before others were asked",
            Sabotages.SERVER + "BlobOperations.java",
            "    if (!mayDeny && !get.includeDeleted() && !get.lastResort()) {",
            "    if (false) {"),
        new Sabotage(
            "a store does not learn from peers that it has lost records",
            Sabotages.SERVER + "replication/PullServer.java",
            "        .ifPresent(replica -> registry.loseRecords(replica, puller, point.after()));",
            "        .ifPresent(_ -> {});"),
        new Sabotage(
            "the last record noted beside the tokens is not compared",
            Sabotages.SERVER + "replica/ReplicaMemory.java",
            "Math.max(noted.map(Noted::sequence).orElse(0L), sequence(disk, store));",
            "noted.map(Noted::sequence).orElse(0L);"),
        new Sabotage(
            "a reader judges forgotten deletes by its own retention",
            Sabotages.SERVER + "replica/StalenessCheck.java",
            "    this.knownFor = retention.known().toMillis();",
            "    this.knownFor = retention.forgotten().toMillis();"),
        new Sabotage(
            "an older copy is in step as its note says",
            Sabotages.SERVER + "replica/ReplicaMemory.java",
            "isOlder || noted.sequence() > last ? 0",
            "noted.sequence() > last ? 0"),
        new Sabotage(
            "an older copy does not miss the openings that it lacks",
            Sabotages.STORE + "partition/Openings.java",
            "    return !isKnown(millis) && millis > known.getFirst().millis();",
            "    return false;"));
  }
}
