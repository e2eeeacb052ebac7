package io.aumbry.deploy.client;

import io.aumbry.protocol.runtime.Time;
import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;

/**
 * Where progress is shown, if someone watches.
 *
 * @param watched whether {@code out} is a terminal
 */
public record Terminal(PrintStream out, boolean watched, Time time) {
  /** Standard error, so that what is printed can be piped. */
  public static Terminal standardError(Time time) {
    boolean watched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new Terminal(System.err, watched, time);
  }

  /**
   * Progress of so many bytes of something.
   *
   * @param size -1 when it is not known
   */
  public ProgressListener progress(String name, long size) {
    return watched && size >= 0 ? new ProgressBar(out, time, name, size) : ProgressListener.none();
  }
}
