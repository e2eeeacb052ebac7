package io.aumbry.frontend.rest.body;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Optional;
import java.util.OptionalLong;

/** A body that runs a check before its last bytes are returned, so that it can still fail. */
public final class CheckedEnd implements ByteSource {
  private final ByteSource body;
  private final OptionalLong length;
  private final Runnable check;
  private long received;
  private boolean checked;

  /**
   * Takes over {@code body}.
   *
   * @param length in bytes; without it, the check runs at the end that follows the last bytes
   */
  public CheckedEnd(ByteSource body, OptionalLong length, Runnable check) {
    this.body = body;
    this.length = length;
    this.check = check;
  }

  @Override
  public Optional<Buffer> next() {
    Optional<Buffer> next = body.next();
    received += next.map(Buffer::size).orElse(0);
    boolean isEnd = next.isEmpty() || received == length.orElse(-1);
    if (isEnd && !checked) {
      try {
        check.run();
      } catch (RuntimeException failure) {
        next.ifPresent(Buffer::close);
        throw failure;
      }
      checked = true;
    }
    return next;
  }

  /** Whether the check has succeeded. */
  public boolean isChecked() {
    return checked;
  }

  @Override
  public void close() {
    body.close();
  }
}
