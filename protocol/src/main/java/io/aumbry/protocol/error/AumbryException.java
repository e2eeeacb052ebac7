package io.aumbry.protocol.error;

/**
 * A request that cannot go on. Outcomes that a caller expects (not found, deleted, expired) are
 * results and not this. The message names the value and the limit, and is fit to be shown to the
 * one who asked.
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
