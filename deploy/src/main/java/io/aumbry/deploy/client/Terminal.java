package io.aumbry.deploy.client;

import io.aumbry.protocol.runtime.Time;
import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;

/**
 * Shows progress if the output is a terminal.
 *
 * @param watched whether {@code out} is a terminal
 */
public record Terminal(PrintStream out, boolean watched, Time time) {
  /** Standard error, so that standard output can be piped. */
  public static Terminal standardError(Time time) {
    boolean watched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new Terminal(System.err, watched, time);
  }

  /**
   * Shows the progress of a transfer.
   *
   * @param size in bytes, -1 if unknown
   */
  public ProgressListener progress(String name, long size) {
    return watched && size >= 0 ? new ProgressBar(out, time, name, size) : ProgressListener.none();
  }
}
