package io.aumbry.deploy.client;

/** A command failed. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final int status;

  public ClientException(ExitCode exitCode, String message) {
    this(exitCode, message, 0);
  }

  /**
   * Reports an answer of a frontend.
   *
   * @param status of HTTP
   */
  ClientException(ExitCode exitCode, String message, int status) {
    super(message);
    this.exitCode = exitCode;
    this.status = status;
  }

  /** The same failure with a longer message. */
  public ClientException with(String advice) {
    return new ClientException(exitCode, getMessage() + advice, status);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  /** The HTTP status with which the frontend answered; 0 if it did not. */
  public int status() {
    return status;
  }
}
