package io.aumbry.bench.store.engine;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a blob as a node receives them: outside the heap, in slices of a connection's reads,
 * with checksums.
 */
public final class Content {
  /** The most bytes that a loop reads from a socket at once. */
  private static final int SLICE = 256 * 1024;

  private final Buffer bytes;
  private final BlockChecksums checksums;

  /** Takes ownership of {@code bytes}. */
  Content(Buffer bytes) {
    this.bytes = bytes;
    this.checksums = BlockChecksums.of(Body.of(List.of(bytes)));
  }

  public int size() {
    return bytes.size();
  }

  public BlockChecksums checksums() {
    return checksums;
  }

  /** Returns all bytes as one buffer, outside the heap. */
  public ByteBuffer view() {
    return bytes.view();
  }

  /** Returns slices, which the caller owns. */
  public Body body() {
    List<Buffer> slices = new ArrayList<>();
    for (int at = 0; at < bytes.size(); at += SLICE) {
      slices.add(bytes.slice(at, Math.min(SLICE, bytes.size() - at)));
    }
    return Body.of(slices);
  }

  void release() {
    bytes.close();
  }
}
