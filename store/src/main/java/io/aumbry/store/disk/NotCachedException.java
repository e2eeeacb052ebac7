package io.aumbry.store.disk;

import java.io.IOException;

/**
 * A read would have to wait for the device, or is too large to run in place. Frequent, so it has no
 * stack trace.
 */
public final class NotCachedException extends IOException {
  private static final long serialVersionUID = 1L;

  public NotCachedException() {
    super("the bytes cannot be read without waiting");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
