package io.aumbry.bench.network.multiplex;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Content that has arrived completely. */
final class Pieces implements ByteSource {
  private final Iterator<Buffer> left;

  /** Takes ownership of the pieces. */
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
