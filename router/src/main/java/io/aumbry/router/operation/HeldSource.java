package io.aumbry.router.operation;

import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Optional;

/**
 * A source with the memory claimed for it. The claim ends at {@link #close}, not at the last byte,
 * because bytes stay in memory until they are sent.
 */
record HeldSource(ByteSource source, Claim claim) implements ByteSource {
  @Override
  public Optional<Buffer> next() {
    return source.next();
  }

  @Override
  public void close() {
    try (claim) {
      source.close();
    }
  }
}
