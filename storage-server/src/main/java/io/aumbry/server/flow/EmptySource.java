package io.aumbry.server.flow;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Optional;

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
