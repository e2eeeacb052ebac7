package io.aumbry.config;

import java.util.List;

/** An invalid configuration. The message has a line for each mistake. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }

  ConfigException(List<String> mistakes) {
    super(String.join(System.lineSeparator(), mistakes));
  }
}
