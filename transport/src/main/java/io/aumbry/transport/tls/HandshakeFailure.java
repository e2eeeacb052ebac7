package io.aumbry.transport.tls;

/** Says why a handshake failed. */
public final class HandshakeFailure {
  private static final int MAX_CAUSES = 8;

  private HandshakeFailure() {}

  /**
   * The messages of {@code failure} and its causes, from the general to the particular. The first
   * alone often names nothing but the engine.
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
