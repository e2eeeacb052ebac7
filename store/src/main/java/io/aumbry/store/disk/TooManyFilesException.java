package io.aumbry.store.disk;

import java.io.IOException;

/** The process or the system has no file descriptors left (EMFILE, ENFILE). */
public final class TooManyFilesException extends IOException {
  private static final long serialVersionUID = 1L;

  public TooManyFilesException(String message, Throwable cause) {
    super(message, cause);
  }
}
