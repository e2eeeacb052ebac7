package io.aumbry.tests.simulation.sabotage;

import java.util.List;

/** Sabotages of the rules by which the chunks of large blobs are deleted. */
final class LargeBlobSabotages {
  private LargeBlobSabotages() {}

  static List<Sabotage> all() {
    return List.of(
        new Sabotage(
            "a manifest is stored however late it comes",
            Sabotages.STORE + "partition/StoreWriter.java",
            "    if (isLate(draft.id()) || known.filter(entry -> entry.state().isFinal()).isPresent()) {",
            "    if (isLate(draft.id()) && draft.id().partition() < 0) {"),
        new Sabotage(
            "chunks of an upload are deleted although its manifest is stored",
            Sabotages.SERVER + "reap/ReapedBlob.java",
            "    if (known.isEmpty()) {\n      replicas.requireUnknown(replica, manifest);\n      endWithout(manifest, upload);\n",
            "    if (known.isPresent()) {\n      deletes.delete(upload.chunks());\n"),
        new Sabotage(
            "a manifest is deleted before its chunks",
            Sabotages.SERVER + "reap/ReapedBlob.java",
            "      replicas.requireOver(replica, id);\n",
            "      deletes.delete(List.of(id));\n      replicas.requireOver(replica, id);\n"),
        new Sabotage(
            "chunks are deleted by the word of the leader alone",
            Sabotages.SERVER + "reap/ReapedBlob.java",
            "      replicas.requireOver(replica, id);\n      deletes.deleteHereLast(id, BlobState.IRREVOCABLE_LIFE);\n",
            ""),
        new Sabotage(
            "the leader deletes a manifest that may still come by its own clock",
            Sabotages.SERVER + "reap/FinalDeletes.java",
            "    await(send(manifest, life, new Replicas(others, replicas.needed - here.size())));\n    await(send(manifest, life, new Replicas(here, here.size())));",
            "    await(send(manifest, life, replicas));"),
        new Sabotage(
            "a page is deleted before its chunks",
            Sabotages.SERVER + "reap/ReapedBlob.java",
            "        deletes.delete(pages.read(page).map(Manifest::ids).orElse(List.of()));\n        deletes.delete(List.of(page.id()));\n",
            "        List<BlobId> chunks = pages.read(page).map(Manifest::ids).orElse(List.of());\n        deletes.delete(List.of(page.id()));\n        deletes.delete(chunks);\n"),
        new Sabotage(
            "an upload record is reaped as if its manifest had no pages",
            Sabotages.SERVER + "reap/ReapedBlob.java",
            "      while (!unnamed.isEmpty() && likely.hasNext()) {",
            "      while (unnamed.isEmpty() && likely.hasNext()) {"),
        new Sabotage(
            "compaction drops a manifest whose chunks are not deleted",
            Sabotages.STORE + "compaction/LifeRule.java",
            "    return isKeptForChunks(known) ? Expiry.NEVER : endedFrom(known, retention);",
            "    return endedFrom(known, retention);"),
        new Sabotage(
            "an unfinished upload is never reaped",
            Sabotages.STORE + "compaction/ReapRule.java",
            "        ? LifeRule.after(known.id().createdMillis(), retention.uploads())\n        : LifeRule.endedFrom",
            "        ? Expiry.NEVER\n        : LifeRule.endedFrom"),
        new Sabotage(
            "an upload is reaped while it may still be finished",
            Sabotages.STORE + "compaction/ReapRule.java",
            "        ? LifeRule.after(known.id().createdMillis(), retention.uploads())\n        : LifeRule.endedFrom",
            "        ? 0\n        : LifeRule.endedFrom"),
        new Sabotage(
            "a chunk is sent before an upload record names it",
            Sabotages.ROUTER + "operation/UploadIds.java",
            "    maker.store(id, new UploadRecord(manifest, chunks));",
            "    maker.store(id, new UploadRecord(manifest, List.of()));"));
  }
}
