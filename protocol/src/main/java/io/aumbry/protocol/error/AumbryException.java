package io.aumbry.protocol.error;

/**
 * A request failed. Expected outcomes (not found, deleted, expired) are results instead. The
 * message names the value and the limit, and may be shown to the caller.
 */
public final class AumbryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public AumbryException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  public AumbryException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }
}
