package io.aumbry.store.disk;

import java.io.IOException;

/** The file system is mounted read-only, or has become read-only after an error. */
public final class WriteProtectedException extends IOException {
  private static final long serialVersionUID = 1L;

  public WriteProtectedException(String message, Throwable cause) {
    super(message, cause);
  }
}
