package io.aumbry.config.json;

/** A refused JSON document. The message names the key and the reason. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonException(String message) {
    super(message);
  }

  JsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
