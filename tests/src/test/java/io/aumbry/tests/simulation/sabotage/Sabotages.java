package io.aumbry.tests.simulation.sabotage;

import java.util.List;
import java.util.stream.Stream;

/** All sabotages, grouped by the property that they break. */
final class Sabotages {
  static final String PROTOCOL = "protocol/src/main/java/io/aumbry/protocol/";
  static final String STORE = "store/src/main/java/io/aumbry/store/";
  static final String ROUTER = "router/src/main/java/io/aumbry/router/";
  static final String SERVER = "storage-server/src/main/java/io/aumbry/server/";

  private Sabotages() {}

  static List<Sabotage> all() {
    return Stream.of(
            durability(),
            state(),
            compaction(),
            writes(),
            reads(),
            replication(),
            operation(),
            geo(),
            levels(),
            UpkeepSabotages.all(),
            LargeBlobSabotages.all(),
            NameSabotages.all(),
            TrustSabotages.all(),
            MaintenanceSabotages.all(),
            InterleavingSabotages.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Sabotage> durability() {
    return List.of(
        new Sabotage(
            "a sync is skipped",
            STORE + "log/LogSegment.java",
            "        file.force();\n      } catch",
            "        if (file.size() < 0) {\n          file.force();\n        }\n      } catch"),
        new Sabotage(
            "the name of a new store is not made durable",
            STORE + "StoreOpening.java",
            "    files.rename(unfinished, folder.path());\n    files.syncFolder(\"\");",
            "    files.rename(unfinished, folder.path());"),
        new Sabotage(
            "an append is acknowledged before the sync",
            STORE + "io/DiskWriter.java",
            "        guarded(store, store::force);\n        finish(store, writes);",
            "        finish(store, writes);\n        guarded(store, store::force);"),
        new Sabotage(
            "a failed sync is retried",
            STORE + "log/LogSegment.java",
            "        file.force();\n      } catch",
            "        try {\n          file.force();\n        } catch (IOException e) {\n          file.force();\n        }\n      } catch"),
        new Sabotage(
            "a failed sync is treated as successful",
            STORE + "partition/StoreWriter.java",
            "        core.health().diskFailed(\"a sync\", e);\n      }\n      core.metrics().force()",
            "        LOG.atInfo().setCause(e).log(\"a sync failed\");\n      }\n      core.metrics().force()"),
        new Sabotage(
            "a failed write is acknowledged",
            STORE + "partition/StoreWriter.java",
            ".ifPresent(reason -> requests.forEach(request -> request.fail(reason)));",
            ".ifPresent(reason -> requests.removeIf(request -> request.bytes() < 0));"),
        new Sabotage(
            "a deleted blob counts as usage of its container",
            STORE + "usage/UsageCounters.java",
            "    if (entry.hasPut() && !entry.state().deleted() && (",
            "    if (entry.hasPut() && ("),
        new Sabotage(
            "the index is ahead of the log",
            STORE + "partition/StoreWriter.java",
            "    log.force();\n    index.freeze();",
            "    index.freeze();"),
        new Sabotage(
            "a segment is left before it is durable",
            STORE + "partition/StoreWriter.java",
            "    log.write();\n    log.force();\n    publish();",
            "    log.write();\n    publish();"),
        new Sabotage(
            "recovery does not check content",
            STORE + "log/LogRecovery.java",
            "            && window.contentMatches(header.get(), offset);",
            "            && window.covers(offset, 1);"),
        new Sabotage(
            "records in doubt are not rewritten",
            STORE + "log/LogRecovery.java",
            "settle(inDoubt.isEmpty() ? offset : inDoubt.getFirst().offset());",
            "settle(offset);"));
  }

  private static List<Sabotage> state() {
    return List.of(
        new Sabotage(
            "alive wins over deleted",
            STORE + "state/StoredState.java",
            "    return byDeleted != 0 ? byDeleted :",
            "    return byDeleted != 0 ? -byDeleted :"),
        new Sabotage(
            "a later life does not win",
            STORE + "state/StoredState.java",
            "    if (byVersion != 0) {",
            "    if (byVersion != 0 && deleted == other.deleted) {"),
        new Sabotage(
            "the earlier expiry wins",
            STORE + "state/StoredState.java",
            "Math.max(expiryMillis, other.expiryMillis)",
            "Math.min(expiryMillis, other.expiryMillis)"),
        new Sabotage(
            "the expiry comparison is reversed",
            STORE + "state/StoredState.java",
            "    return expiryMillis <= wallMillis;",
            "    return expiryMillis > wallMillis;"),
        new Sabotage(
            "deleted blobs are readable",
            STORE + "BlobReads.java",
            "    return !options.hides(state)",
            "    return (!options.hides(state) || state.lifeVersion() == 0)"),
        new Sabotage(
            "checksums are not compared",
            STORE + "record/RecordCodec.java",
            "      if ((int) crc.getValue() != expected.of(block)) {",
            "      if ((int) crc.getValue() != expected.of(block) && block < 0) {"),
        new Sabotage(
            "the oldest part of the index is not searched",
            STORE + "index/IndexView.java",
            "found.isEmpty() && i < segments.size(); i++",
            "found.isEmpty() && i < segments.size() - 1; i++"),
        new Sabotage(
            "the scrub ignores the damage that it finds",
            STORE + "scrub/StoreScrub.java",
            "    for (Damage damage : result.damages()) {\n      if (!quarantine",
            "    for (Damage damage : result.damages()) {\n      if (quarantine"),
        new Sabotage(
            "damage found by a read is not checked",
            STORE + "scrub/Quarantine.java",
            "    if (!covers(place)) {\n      suspects",
            "    if (covers(place)) {\n      suspects"));
  }

  private static List<Sabotage> compaction() {
    return List.of(
        new Sabotage(
            "retention is ignored",
            STORE + "compaction/LifeRule.java",
            "return overFrom(known, retention) <= horizon;",
            "return overFrom(known, retention) != Expiry.NEVER;"),
        new Sabotage(
            "tombstones are dropped early",
            STORE + "compaction/LifeRule.java",
            "isSuperseded(record.state(), known.state()) || (!needed && isForgotten(known));",
            "isSuperseded(record.state(), known.state()) || isOver(known);"),
        new Sabotage(
            "one live record in seven is dropped",
            STORE + "compaction/LifeRule.java",
            "        ? isOver(known)\n",
            "        ? isOver(known) || record.stamp().sequence() % 7 == 0\n"),
        new Sabotage(
            "compaction never finds room",
            STORE + "compaction/Compactor.java",
            "    if (usable - SPARE < bytes) {",
            "    if (usable - SPARE < bytes || bytes >= 0) {"),
        new Sabotage(
            "deletes are never forgotten",
            STORE + "compaction/LifeRule.java",
            "isSuperseded(record.state(), known.state()) || (!needed && isForgotten(known));",
            "isSuperseded(record.state(), known.state());"));
  }

  private static List<Sabotage> writes() {
    return List.of(
        new Sabotage(
            "one replica is a quorum for a put",
            PROTOCOL + "cluster/Partition.java",
            "    return quorum + Math.max(0, listed - copies);",
            "    return 1 + Math.max(0, listed - copies);"),
        new Sabotage(
            "one replica is a quorum for a delete",
            ROUTER + "policy/Quorum.java",
            "      return new Strategy(enough, overlap, overlap);",
            "      return new Strategy(1, overlap, 1);"),
        new Sabotage(
            "one \"not found\" is final",
            ROUTER + "policy/Quorum.java",
            "Math.max(1, replicas - writeQuorum + 1)",
            "1"),
        new Sabotage(
                "a replica that bootstraps says \"not found\"",
                ROUTER + "replica/ReplicaRead.java",
                "    if (!replica.isReadable()) {\n      return vote",
                "    if (replica.node().zone().isEmpty()) {\n      return vote")
            .and(
                SERVER + "Admission.java",
                "    return replica.state().isReadable() && replica.progress().isComplete();",
                "    return replica.partition() > 0;"),
        new Sabotage(
            "an error of a node counts as an acknowledgement",
            ROUTER + "replica/ReplicaWrites.java",
            "        write.failuresOfSpace += code == ErrorCode.NO_SPACE ? 1 : 0;\n        yield failed(write, replica, code + \" \" + reason);",
            "        write.failuresOfSpace += code == ErrorCode.NO_SPACE ? 1 : 0;\n        yield Vote.DONE;"),
        new Sabotage(
            "a lost connection counts as an acknowledgement",
            ROUTER + "replica/ReplicaWrites.java",
            "        nodes.unanswered(replica, code, reason);\n        yield failed(write, replica, code + \" \" + reason);\n      }\n      case NodeReply.Answer",
            "        nodes.unanswered(replica, code, reason);\n        yield Vote.DONE;\n      }\n      case NodeReply.Answer"),
        new Sabotage(
            "a put that moved keeps its old id",
            ROUTER + "operation/RecordPuts.java",
            "    ids.set(record.index(), id);\n",
            "    services.nodes().route(id);\n"),
        new Sabotage(
            "nodes that lose their sessions together count as gone",
            ROUTER + "policy/ViewSmoothing.java",
            "last.lostNanos().isPresent() && nowNanos - last.endNanos(rule) < 0;",
            "last.lostNanos().isPresent() && last.endNanos(rule) < 0;"),
        new Sabotage(
            "partitions are chosen without regard to the fill of disks",
            ROUTER + "policy/PartitionChoice.java",
            "CHANCES[Math.min(nextFill - fill, CHANCES.length - 1)]",
            "CHANCES[0]"),
        new Sabotage(
            "replicas that missed a delete are not remembered",
            ROUTER + "replica/RecordChange.java",
            "        nodes.deleted(request.id(), request.lifeVersion(), unconfirmed);",
            "        unconfirmed.clear();"));
  }

  private static List<Sabotage> reads() {
    return List.of(
        new Sabotage(
            "one \"deleted\" is final",
            ROUTER + "policy/Quorum.java",
            "    if (gone + notFound >= strategy.denial()) {",
            "    if (gone > 0 || notFound >= strategy.denial()) {"),
        new Sabotage(
            "a deleted blob without bytes counts as never put",
            ROUTER + "operation/UndeleteOperation.java",
            "state().isIrrevocable()) {\n      return new NodeResponse.Missing(Absence.DELETED);",
            "state().isIrrevocable()) {\n      return new NodeResponse.Missing(Absence.NOT_FOUND);"),
        new Sabotage(
            "chunks are sent in the wrong order",
            ROUTER + "operation/ChunkedSource.java",
            "      HeldSource current = asked.getFirst();",
            "      HeldSource current = asked.getLast();"),
        new Sabotage(
            "replicas that missed a delete are believed",
            ROUTER + "replica/ReplicaRead.java",
            "    return !includeDeleted && found",
            "    return includeDeleted && found"),
        new Sabotage(
            "a range begins at the start of its chunk",
            ROUTER + "operation/ChunkedSource.java",
            "    this.position = range.from();",
            "    this.position = 0;"),
        new Sabotage(
            "a range is one byte short",
            PROTOCOL + "blob/ByteRange.java",
            "new Resolved(first, Math.min(last, size - 1) + 1)",
            "new Resolved(first, Math.max(first, Math.min(last, size - 1)))"));
  }

  private static List<Sabotage> operation() {
    return List.of(
        new Sabotage(
            "a drop needs no proof",
            SERVER + "NodeReplicas.java",
            "&& !proveDroppable(partition, wanted)",
            "&& partition < 0 && !proveDroppable(partition, wanted)"),
        new Sabotage(
            "the reason why a drop waits is not reported",
            SERVER + "replication/pull/Replication.java",
            "        if (nextReport.hasPassed(carrier.time())) {",
            "        if (missing.isEmpty()) {"),
        new Sabotage(
            "the scrub finds damage where there is none",
            STORE + "check/LogProof.java",
            "        if (first < number || !window.contentMatches(header, offset)) {",
            "        if (number % 20 == 7 || !window.contentMatches(header, offset)) {"),
        new Sabotage(
            "records of a newer version are cut off",
            STORE + "log/LogRecovery.java",
            "    if (version > RecordCodec.VERSION) {",
            "    if (version > 255) {"),
        new Sabotage(
            "verify skips content",
            STORE + "check/SegmentCheck.java",
            "    if (reading.contents() && !checkContent(header)) {",
            "    if (reading.contents() && offset < 0 && !checkContent(header)) {"),
        new Sabotage(
            "every part of the index is read",
            STORE + "index/segment/IndexSegment.java",
            "        && bloom.mayContain(hash);",
            "        && hash != 0\n        || layout.entries() > 0;"),
        new Sabotage(
            "a write waits for all replicas",
            PROTOCOL + "cluster/Partition.java",
            "    return quorum + Math.max(0, listed - copies);",
            "    return Math.max(quorum, listed);"));
  }

  private static List<Sabotage> replication() {
    return List.of(
        new Sabotage(
            "a token passes records that are not stored",
            SERVER + "replication/pull/CatchUp.java",
            "open.isEmpty() ? batch.last() : open.getFirst().record().sequence() - 1",
            "batch.last()"),
        new Sabotage(
            "fetched records are not appended",
            SERVER + "replication/pull/RecordCopy.java",
            "        replica.feed().append(new RecordBatch(records, answered.last()), calls.storeContext());",
            "        assert new RecordBatch(records, answered.last()).last() <= answered.last();"),
        new Sabotage(
            "a token of another store is accepted",
            SERVER + "replication/PullServer.java",
            "    boolean ours = isOurs(point, replica) && point.after() <= replica.feed().lastSequence();",
            "    boolean ours = point.after() <= replica.feed().lastSequence();"),
        new Sabotage(
            "a new replica is complete at once",
            SERVER + "NodeReplicas.java",
            "    if (replica.progress().isComplete()) {",
            "    if (replica.partition() > 0) {"),
        new Sabotage(
            "every other partition is not replicated",
            SERVER + "replication/pull/PeerPuller.java",
            "if (replica.isPresent() && isListed(view, partition)) {",
            "if (partition % 2 == 0 && replica.isPresent() && isListed(view, partition)) {"),
        new Sabotage(
            "deletes are not replicated",
            STORE + "partition/StoreWriter.java",
            "    if (core.isNew(isPut, draft.state(), known)) {",
            "    if (isPut && core.isNew(isPut, draft.state(), known)) {"),
        new Sabotage(
            "a silent replica counts as having everything",
            SERVER + "replication/Agreements.java",
            "      if (counts.test(peer)) {",
            "      if (counts.test(peer) && replica.progress().acknowledgedBy(peer).last() >= 0) {"),
        new Sabotage(
            "an incomplete view allows a drop",
            SERVER + "replication/ReplicaSafety.java",
            "known.replicasThatCountIn(each.id()) >= copies",
            "known.replicasThatCountIn(each.id()) >= 0"),
        new Sabotage(
            "the absence of a replica is ignored",
            SERVER + "replica/StalenessCheck.java",
            "    if (forgottenMillis >= inStep + knownFor - skew) {",
            "    if (forgottenMillis < 0) {"),
        new Sabotage(
            "deletes are forgotten before all replicas have noted that they are in step",
            SERVER + "replication/Agreements.java",
            "    long shared = Math.min(inSync, Math.min(agreed.sharedMillis(), said.inStepMillis()));",
            "    long shared = inSync;"),
        new Sabotage(
            "a replica is in step before all records have arrived",
            SERVER + "replica/InStep.java",
            "    return nextMillis != NEVER && last >= nextEnd",
            "    return nextMillis != NEVER"));
  }

  private static List<Sabotage> geo() {
    return List.of(
        new Sabotage(
            "nothing is pulled from other data centres",
            SERVER + "replication/pull/CrossSiteLeaders.java",
            "        .filter(source -> source.node().id().equals(peer.id()))",
            "        .filter(source -> source.node().id().equals(self))"),
        new Sabotage(
            "every replica pulls from other data centres",
            SERVER + "replication/pull/CrossSiteLeaders.java",
            "    if (own.state() == ReplicaState.LEADER) {",
            "    if (own.partition() > 0) {"),
        new Sabotage(
            "a version vector is adopted before the records of its sender",
            SERVER + "replica/ReplicaProgress.java",
            "        && token.last() >= answer.end()\n",
            "        && token.last() <= answer.end()\n"),
        new Sabotage(
            "other data centres get no acknowledgements",
            SERVER + "replication/pull/PeerPuller.java",
            "      call(node.get(), called);",
            "      call(node.get(), called.subList(0, 0));"),
        new Sabotage(
            "compaction ignores replicas of other data centres",
            SERVER + "replication/Agreements.java",
            "    return among(replica, view, nowMillis, _ -> true);",
            "    return among(replica, view, nowMillis, peer -> isNear(peer, view));"),
        new Sabotage(
            "a data centre that lost everything is complete at once",
            SERVER + "replication/ReplicaSafety.java",
            "    if (missing.isEmpty() && !haveAllFinal(replica, others)) {",
            "    if (missing.isEmpty() && others.isEmpty()) {"),
        new Sabotage(
            "any data centre may say \"not found\"",
            ROUTER + "replica/ReplicaRead.java",
            "    boolean counts = replica.node().dataCenter() == id.dataCenter();",
            "    boolean counts = replica.node().dataCenter() > 0;"),
        new Sabotage(
            "an undelete reads only the blob's own data centre",
            ROUTER + "operation/UndeleteOperation.java",
            "    for (int dataCenter : services.nodes().route(id).dataCenters()) {",
            "    for (int dataCenter : List.of(id.dataCenter())) {"),
        new Sabotage(
            "deletes are not looked up in the blob's own data centre",
            ROUTER + "replica/RecordChange.java",
            "    return settled || route.origin() == route.local()",
            "    return settled || route.origin() > 0"));
  }

  private static List<Sabotage> levels() {
    return List.of(
        new Sabotage(
            "an upload is acknowledged before another data centre has it",
            ROUTER + "operation/RecordPuts.java",
            "      if (here == Outcome.DONE && elsewhere == RemotePut.State.DONE) {",
            "      if (here == Outcome.DONE && elsewhere != RemotePut.State.FAILED) {"),
        new Sabotage(
            "one replica in another data centre is a majority",
            ROUTER + "operation/RecordPuts.java",
            "new RemoteGoal(level == DurabilityLevel.MAJORITY,",
            "new RemoteGoal(level == DurabilityLevel.LOCAL,"),
        new Sabotage(
            "version vectors are not passed on",
            SERVER + "replica/ReplicaProgress.java",
            "if (known.token().isWithin(held)) {",
            "if (!known.token().isWithin(held)) {"));
  }
}
