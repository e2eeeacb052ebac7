package io.aumbry.tests.simulation.sabotage;

import java.util.List;
import java.util.stream.Stream;

/**
 * Bugs in background repair, in the transfer of records, in limits, and in answers about unknown
 * blobs.
 */
final class UpkeepSabotages {
  private UpkeepSabotages() {}

  static List<Sabotage> all() {
    return Stream.of(upkeep(), hints(), knowledge(), transfer(), limits())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Sabotage> upkeep() {
    return List.of(
        new Sabotage(
            "a pull that waits for a store to open acknowledges nothing",
            Sabotages.SERVER + "replication/PullServer.java",
            "      points.forEach(point -> judge(pull.puller(), point));",
            "      (pull.waitMillis() == 0 ? points : asked.points().subList(0, 0))"
                + ".forEach(point -> judge(pull.puller(), point));"),
        new Sabotage(
            "damaged replicas wait for each other without end",
            Sabotages.SERVER + "replication/pull/CatchUp.java",
            "    } else if (stuck.compareTo(context.config().tuning().mended()) > 0",
            "    } else if (stuck.isNegative()"),
        new Sabotage(
            "damage is repaired before other data centres are read again",
            Sabotages.SERVER + "replication/pull/CatchUp.java",
            "        unread.addAll(unread(replica, far, damages));",
            "        unread.addAll(unread(replica, far.subList(0, 0), damages));"),
        new Sabotage(
            "digests are not compared",
            Sabotages.SERVER + "entropy/RangeWalk.java",
            "      if (!share.digest().equals(theirs.get(i))) {",
            "      if (i < 0 && !share.digest().equals(theirs.get(i))) {"),
        new Sabotage(
            "missing records are not fetched",
            Sabotages.SERVER + "entropy/PairComparison.java",
            "    tools.repair().get(lacking, here, peer);",
            "    tools.repair();"),
        new Sabotage(
            "records that a peer lacks are not reported",
            Sabotages.SERVER + "entropy/PairComparison.java",
            "new Open(repair(lacking), there.size(), doubtful.size())",
            "new Open(repair(lacking), 0, doubtful.size())"),
        new Sabotage(
            "a failed replica is never rebuilt",
            Sabotages.SERVER + "rebuild/Rebuilding.java",
            "coordinator.restart(partition, () -> registry.failed().containsKey(partition));",
            "coordinator.restart(partition, () -> registry.failed().isEmpty());"),
        new Sabotage(
            "the newer of two stores is not noted",
            Sabotages.SERVER + "replica/DiskChoice.java",
            "    if (id.isPresent() && !wanted.isEmpty()) {",
            "    if (id.isEmpty() && !wanted.isEmpty()) {"),
        new Sabotage(
            "replicas without room are not given up",
            Sabotages.SERVER + "rebuild/Rebuilding.java",
            "      coordinator.decline(declined);",
            "      coordinator.decline(announced);"),
        new Sabotage(
            "a store is set aside although too few peers serve",
            Sabotages.SERVER + "rebuild/Rebuilding.java",
            "    if (serving >= config.others()) {",
            "    if (serving >= 0) {"),
        new Sabotage(
            "a store is set aside by the view alone",
            Sabotages.SERVER + "rebuild/Rebuilding.java",
            "    int serving = peers.confirmed();",
            "    int serving = peers.confirmed() + peers.refusals().size();"));
  }

  private static List<Sabotage> hints() {
    return List.of(
        new Sabotage(
            "a replica that lacks a blob gets no hint",
            Sabotages.ROUTER + "replica/ReplicaRead.java",
            "    if (!lacking.isEmpty()) {",
            "    if (lacking.size() > 9) {"),
        new Sabotage(
            "hints are not processed",
            Sabotages.SERVER + "entropy/HintedRepair.java",
            "      byPartition(hints.takeAll()).forEach(this::look);",
            "      byPartition(hints.takeAll());"),
        new Sabotage(
            "an unreadable sector fails its store",
            Sabotages.STORE + "disk/BlockReads.java",
            "      return readBlocks(file, reading, target.position(start), position);",
            "      throw e;"),
        new Sabotage(
            "an unreachable leader of another data centre is not replaced",
            Sabotages.SERVER + "replication/pull/CrossSiteLeaders.java",
            "        + (lost.test(replica.node().id()) ? LOST : 0);",
            "        + (lost.test(replica.node().id()) ? 0 : 0);"));
  }

  private static List<Sabotage> knowledge() {
    return List.of(
        new Sabotage(
            "a delete during a move needs only the usual quorum",
            Sabotages.ROUTER + "replica/RecordChange.java",
            "        route.replicasThatCount(dataCenter), writeQuorum, enough(route, dataCenter));\n  }\n\n  /**\n   * Deletes a record",
            "        3, writeQuorum, writeQuorum);\n  }\n\n  /**\n   * Deletes a record"),
        new Sabotage(
            "a replica that bootstraps vouches for a delete",
            Sabotages.SERVER + "BlobOperations.java",
            "    return !vouches && reply",
            "    return !vouches && delete.lifeVersion() < 0 && reply"),
        new Sabotage(
            "an unknown replica does not count",
            "protocol/src/main/java/io/aumbry/protocol/cluster/Partition.java",
            "    return listed == 0 ? 0 : Math.max(listed, copies);",
            "    return listed == 0 ? 0 : Math.max(listed, 1);"),
        new Sabotage(
            "an unproven watermark of another data centre counts as proven",
            Sabotages.SERVER + "entropy/ComparisonResults.java",
            "of(here, peer).elsewhere().of(dataCenter)",
            "of(here, peer).provenMillis()"));
  }

  private static List<Sabotage> transfer() {
    return List.of(
        new Sabotage(
            "a rejected bulk copy counts as received",
            Sabotages.SERVER + "replication/pull/RecordCopy.java",
            "      fail(want, e);\n      return;",
            "      fail(want, e);"),
        new Sabotage(
            "each answer is charged for all remaining bytes",
            Sabotages.SERVER + "replication/pull/PeerLink.java",
            "    pace().correct(bytes - inOneAnswer(awaited));\n  }\n\n  /** A long range arrives in several answers, and each of them is reserved by itself. */\n  private long inOneAnswer(long bytes) {\n    return Math.min(bytes, room);",
            "    pace().correct(0);\n  }\n\n  private long inOneAnswer(long bytes) {\n    return Math.max(bytes, room);"));
  }

  private static List<Sabotage> limits() {
    return List.of(
        new Sabotage(
            "a local upload waits for other data centres",
            Sabotages.ROUTER + "operation/RecordPuts.java",
            "    if (level != DurabilityLevel.LOCAL) {\n      targets",
            "    if (level.compareTo(DurabilityLevel.LOCAL) >= 0) {\n      targets"),
        new Sabotage(
            "a fetched body without bytes is not appended",
            Sabotages.STORE + "PartitionStore.java",
            "RecordTransfer.drafts(batch.records(), batch.last());\n    WriteRequest",
            "RecordTransfer.drafts(batch.records(), batch.last()).stream()"
                + ".filter(each -> !each.type().name().equals(\"PUT\") || each.content().size() > 0)"
                + ".toList();\n    WriteRequest"),
        new Sabotage(
            "compaction copies files that free nothing",
            Sabotages.STORE + "compaction/SegmentChoice.java",
            "    boolean frees = freed >= leastGarbage * size && freed > kept / 100;",
            "    boolean frees = freed >= 0;"),
        new Sabotage(
            "memory for answers is never used up",
            Sabotages.PROTOCOL + "budget/Budget.java",
            "    if (overtakes || !fits(claim, amount)) {",
            "    if (amount < 0) {"),
        new Sabotage(
            "memory for bodies is never used up",
            Sabotages.PROTOCOL + "budget/Budget.java",
            "    if (held + amount > capacity) {\n      return false;",
            "    if (held + amount > capacity) {\n      return true;"),
        new Sabotage(
            "memory for bodies is not returned",
            Sabotages.PROTOCOL + "budget/Budget.java",
            "      add(claim, -claim.held);",
            "      add(claim, -claim.held / 2);"),
        new Sabotage(
            "an unknown blob is reported as deleted",
            Sabotages.STORE + "BlobReads.java",
            "    return new NodeResponse.Missing(Absence.NOT_FOUND);",
            "    return new NodeResponse.Missing(Absence.DELETED);"),
        new Sabotage(
            "the queue of a disk is never full",
            Sabotages.STORE + "io/DiskWriter.java",
            "    boolean fits = before == 0 || before + bytes <= limits.bytes();",
            "    boolean fits = before >= 0;"),
        new Sabotage(
            "written bytes stay in the queue of their disk",
            Sabotages.STORE + "io/DiskWriter.java",
            "    queuedBytes.addAndGet(-bytes);\n    metrics.groupSize()",
            "    queuedBytes.addAndGet(1 - bytes);\n    metrics.groupSize()"),
        new Sabotage(
            "a change of an unknown blob is acknowledged",
            Sabotages.ROUTER + "replica/ReplicaWrites.java",
            "        return Vote.NOT_FOUND;",
            "        return Vote.DONE;"));
  }
}
