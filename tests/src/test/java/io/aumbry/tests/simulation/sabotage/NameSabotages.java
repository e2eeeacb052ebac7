package io.aumbry.tests.simulation.sabotage;

import java.util.List;

/** Sabotages of the rules that keep names and blobs together. */
final class NameSabotages {
  private static final String NAME = "frontend/src/main/java/io/aumbry/frontend/name/";
  private static final String CATALOG = "tests/src/test/java/io/aumbry/tests/simulation/catalog/";

  private NameSabotages() {}

  static List<Sabotage> all() {
    return List.of(
        new Sabotage(
            "a name is committed before its blob is durable",
            Sabotages.ROUTER + "operation/RecordPuts.java",
            "    awaitFewerThan(1);",
            "    awaitFewerThan(2);"),
        new Sabotage(
            "blobs for names are not marked",
            Sabotages.ROUTER + "operation/RecordPuts.java",
            "    return id.withName();",
            "    return id;"),
        new Sabotage(
            "the blob of a refused commit stays",
            NAME + "NamedUpload.java",
            "          inBackground(context, () -> delete(commit, context));",
            "          commit.use().end();"),
        new Sabotage(
            "an unknown outcome counts as refused",
            NAME + "NamedUpload.java",
            "          inBackground(context, () -> resolve(commit, context));",
            "          inBackground(context, () -> delete(commit, context));"),
        new Sabotage(
            "a commit does not check the fence",
            CATALOG + "NameTables.java",
            "writers.open(), Set.of()));",
            "change instanceof NameChange.Put put ? Set.of(put.writer()) : Set.of(), Set.of()));"),
        new Sabotage(
            "a sweep trusts one look",
            NAME + "LeaseSweep.java",
            "forEach(suspects::add);\n      page = List.of();\n      lookedMillis = nowMillis;\n      state = afterPage();",
            "forEach(doomed::add);\n      page = List.of();\n      lookedMillis = nowMillis;\n      state = doomed.isEmpty() ? afterPage() : State.DELETING;"),
        new Sabotage(
            "a sweep ignores uploads in progress",
            NAME + "LeaseSweep.java",
            "    return oldestOpen.orElse(Long.MAX_VALUE) <= id.createdMillis() + config.skew().toMillis();",
            "    return oldestOpen.orElse(Long.MAX_VALUE) < 0 && id.isNamed();"),
        new Sabotage(
            "an expired lease is never fenced",
            NAME + "OrphanSweep.java",
            "      fenceExpired(pace);\n",
            ""),
        new Sabotage(
            "rows of the trash are dropped although their blobs are not deleted",
            NAME + "TrashWorker.java",
            "      List<BlobId> gone = delete(rows, pace);",
            "      delete(rows, pace);\n      List<BlobId> gone = rows.stream().map(Trash.Row::blob).toList();"),
        new Sabotage(
            "the removal of a container does not look at the container of a blob",
            "protocol/src/main/java/io/aumbry/protocol/message/NodeRequest.java",
            "keys.contains(DeletedContainer.Key.of(id));",
            "!keys.isEmpty();"));
  }
}
