package io.aumbry.deploy.client;

import java.io.PrintWriter;

/** Standard output, which hides failed writes until it is asked for them. */
public final class StandardOutput {
  private StandardOutput() {}

  /**
   * Requires that everything that a command has printed was written.
   *
   * @param out the writer of the command
   * @throws ClientException if the disk is full or the reader has gone
   */
  public static void require(PrintWriter out) {
    boolean isLost = out.checkError();
    if (System.out.checkError() || isLost) {
      throw new ClientException(
          ExitCode.FAILED, "standard output could not be written; the output is incomplete");
    }
  }
}
