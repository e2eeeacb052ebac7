package io.aumbry.store.disk;

import java.io.IOException;

/** The disk is full. */
public final class NoSpaceException extends IOException {
  private static final long serialVersionUID = 1L;

  public NoSpaceException(String message, Throwable cause) {
    super(message, cause);
  }
}
