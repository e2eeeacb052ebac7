package io.aumbry.bench.network.multiplex;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** A content that is all here. */
final class Pieces implements ByteSource {
  private final Iterator<Buffer> left;

  /** Takes over the pieces. */
  Pieces(List<Buffer> pieces) {
    this.left = List.copyOf(pieces).iterator();
  }

  @Override
  public Optional<Buffer> next() {
    return left.hasNext() ? Optional.of(left.next()) : Optional.empty();
  }

  @Override
  public void close() {
    left.forEachRemaining(Buffer::close);
  }
}
