package io.aumbry.store.disk;

import java.io.IOException;

/** The device failed to read or write (EIO). */
public final class DeviceException extends IOException {
  private static final long serialVersionUID = 1L;

  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
