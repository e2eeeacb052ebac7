package io.aumbry.frontend;

import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;

/** Two bytes, with an action before the second one. */
final class SlowStream extends InputStream {
  private final Runnable action;
  private int read;

  private SlowStream(Runnable action) {
    this.action = action;
  }

  /** A body that is sent up to its last byte before {@code action} runs. */
  static BodyPublisher body(Runnable action) {
    return BodyPublishers.ofInputStream(() -> new SlowStream(action));
  }

  @Override
  public int read() {
    if (read == 1) {
      action.run();
    }
    return read++ < 2 ? 'x' : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    int next = read();
    if (next >= 0) {
      target[offset] = (byte) next;
    }
    return next < 0 ? -1 : 1;
  }
}
