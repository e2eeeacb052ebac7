package io.aumbry.store.disk;

import java.io.IOException;

/**
 * A read would have to wait for the device, or takes too long to be done in place. Thrown often
 * where that is so, hence without trace.
 */
public final class NotCachedException extends IOException {
  private static final long serialVersionUID = 1L;

  public NotCachedException() {
    super("not to be read at once");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
