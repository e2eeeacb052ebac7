package io.aumbry.protocol.buffer;

import java.util.Optional;

/** A stream without bytes. */
public enum EmptySource implements ByteSource {
  EMPTY;

  @Override
  public Optional<Buffer> next() {
    return Optional.empty();
  }

  @Override
  public void close() {
    // holds nothing
  }
}
