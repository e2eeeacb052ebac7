package io.aumbry.deploy.client;

/** A command failed. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  ClientException(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
