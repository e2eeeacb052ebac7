package io.aumbry.bench.store;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a blob, as they are when a node is about to store it: outside the heap, in slices as
 * they come off a connection, with the checksums that came along.
 */
public final class Content {
  /** As much as a loop reads from a socket at once when bytes flow. */
  private static final int SLICE = 256 * 1024;

  private final Buffer bytes;
  private final BlockChecksums checksums;

  /** Takes over {@code bytes}. */
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

  /** All in one piece, outside the heap. */
  public ByteBuffer view() {
    return bytes.view();
  }

  /** In slices, which the caller owns. */
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
