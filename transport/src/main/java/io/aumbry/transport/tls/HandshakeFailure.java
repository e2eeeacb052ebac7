package io.aumbry.transport.tls;

/** Describes why a handshake failed. */
public final class HandshakeFailure {
  private static final int MAX_CAUSES = 8;

  private HandshakeFailure() {}

  /**
   * Joins the messages of {@code failure} and its causes. The first message alone often names only
   * the engine.
   */
  public static String reason(Throwable failure) {
    StringBuilder reason = new StringBuilder();
    Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++, cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause.getMessage() != null && reason.indexOf(message) < 0) {
        reason.append(reason.isEmpty() ? "" : ": ").append(message);
      }
    }
    return reason.isEmpty() ? failure.getClass().getSimpleName() : reason.toString();
  }
}
