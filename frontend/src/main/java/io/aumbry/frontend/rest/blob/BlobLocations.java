package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.BlobAddress;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.Router;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** {@code GET /id/Replicas} and {@code GET /id/BlobChunkIds}. */
public final class BlobLocations {
  private final Router router;

  private record ReplicasDocument(List<String> replicas) {}

  public BlobLocations(Router router) {
    this.router = router;
  }

  /** Does not check whether the blob exists. */
  public Answer replicas(BlobAddress blob, Call call) {
    Reads.requireNoRange(call);
    Reads.requireKnownOption(call);
    List<String> replicas = router.replicas(blob.id()).stream().map(BlobLocations::text).toList();
    return Answer.json(new ReplicasDocument(replicas), call.headers());
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
    Router.GetOptions options = Reads.scope(call).options(new ByteRange.None());
    ChunkIdsBody ids =
        new ChunkIdsBody(first ->
            switch (router.chunks(blob.id(), first, options, call.forTransfer())) {
              case ChunksResult.Found found -> found;
              case NodeResponse.Missing(Absence absence, _) -> throw Refusal.absent(absence);
            });
    call.headers().add("Content-Type", "application/json").add("Cache-Control", "no-store");
    return call.request().method().equals("HEAD")
        ? new Answer.HeadOnly(200, call.headers(), ids.length())
        : new Answer.Streamed(200, call.headers(), ids.length(), ids);
  }

  /** A JSON document with the ids of all chunks of a blob, page by page of its manifest. */
  private static final class ChunkIdsBody implements ByteSource {
    private static final String BEGIN = "{\"blobChunkIds\":[";
    private static final String END = "]}";

    /** Two quotation marks and a comma. */
    private static final int AROUND = 3;

    private final LongFunction<ChunksResult.Found> pages;
    private ChunksResult.Found page;
    private long listed;
    private boolean ended;

    /**
     * Lists the chunks of a blob.
     *
     * @param pages answers with chunks from a number on
     */
    ChunkIdsBody(LongFunction<ChunksResult.Found> pages) {
      this.pages = pages;
      this.page = pages.apply(0);
    }

    /** In bytes. */
    long length() {
      long ids = page.total() * (BlobId.TEXT_LENGTH + AROUND);
      return BEGIN.length() + Math.max(0, ids - 1) + END.length();
    }

    @Override
    public Optional<Buffer> next() {
      if (ended) {
        return Optional.empty();
      }
      StringBuilder text = new StringBuilder(listed == 0 ? BEGIN : "");
      if (listed > 0) {
        page = pages.apply(listed);
      }
      for (Manifest.Chunk chunk : page.chunks()) {
        text.append(listed++ == 0 ? "\"" : ",\"").append(chunk.id()).append('"');
      }
      if (listed == page.total()) {
        text.append(END);
        ended = true;
      }
      return Optional.of(HeapBuffer.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void close() {
      ended = true;
    }
  }
}
