package io.aumbry.frontend.rest;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.ChunksResult;
import io.aumbry.router.Router;
import java.util.List;

/** {@code GET /id/Replicas} and {@code GET /id/BlobChunkIds}. */
public final class BlobLocations {
  private final Router router;

  private record ReplicasDocument(List<String> replicas) {}

  private record ChunkIdsDocument(List<String> blobChunkIds) {}

  public BlobLocations(Router router) {
    this.router = router;
  }

  /** Does not check whether the blob exists. */
  public Answer replicas(BlobAddress blob, Call call) {
    Reads.requireNoRange(call);
    List<String> replicas = router.replicas(blob.id()).stream().map(BlobLocations::text).toList();
    return answer(new ReplicasDocument(replicas), call);
  }

  private static String text(Replica replica) {
    return "Replica["
        + replica.node().endpoint().host()
        + ":"
        + replica.node().endpoint().port()
        + ":"
        + replica.node().id()
        + ":"
        + replica.state()
        + "]";
  }

  public Answer chunkIds(BlobAddress blob, Call call) {
    Reads.requireNoRange(call);
    Router.GetOptions options = Reads.scope(call.arguments()).options(new ByteRange.None());
    List<Manifest.Chunk> chunks =
        switch (router.chunks(blob.id(), options, call.context())) {
          case ChunksResult.Found(var found) -> found;
          case ChunksResult.Missing(Absence absence) -> throw Refusal.absent(absence);
        };
    return answer(
        new ChunkIdsDocument(chunks.stream().map(chunk -> chunk.id().toString()).toList()), call);
  }

  private static Answer answer(Record document, Call call) {
    call.headers().add("Content-Type", "application/json").add("Cache-Control", "no-store");
    byte[] bytes = JsonWriter.CAMEL_CASE.bytes(document);
    return new Answer.Whole(200, call.headers(), Body.of(HeapBuffer.copyOf(bytes)));
  }
}
