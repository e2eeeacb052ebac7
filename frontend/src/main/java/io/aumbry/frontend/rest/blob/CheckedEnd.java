package io.aumbry.frontend.rest.blob;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Optional;
import java.util.OptionalLong;

/** A body that runs a check before its last bytes are returned, so that it can still fail. */
final class CheckedEnd implements ByteSource {
  private final ByteSource body;
  private final OptionalLong length;
  private final Runnable check;
  private long received;

  /**
   * Takes over {@code body}.
   *
   * @param length in bytes; without it, the check runs at the end that follows the last bytes
   */
  CheckedEnd(ByteSource body, OptionalLong length, Runnable check) {
    this.body = body;
    this.length = length;
    this.check = check;
  }

  @Override
  public Optional<Buffer> next() {
    Optional<Buffer> next = body.next();
    received += next.map(Buffer::size).orElse(0);
    if (next.isEmpty() || received == length.orElse(-1)) {
      try {
        check.run();
      } catch (RuntimeException failure) {
        next.ifPresent(Buffer::close);
        throw failure;
      }
    }
    return next;
  }

  @Override
  public void close() {
    body.close();
  }
}
