package io.aumbry.frontend.rest;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.message.ChunksResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.LongFunction;

/** A JSON document with the ids of all chunks of a blob, page by page of its manifest. */
final class ChunkIdsBody implements ByteSource {
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
