package io.aumbry.deploy.operator.proof;

import io.aumbry.deploy.client.Terminal;
import io.aumbry.deploy.operator.text.NumberText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A line on a terminal that shows how many replicas are proven. Used by one thread. */
public final class ProofProgress {
  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;

  private ProofProgress(PrintStream terminal) {
    this.terminal = terminal;
  }

  /** The line; none when the output is not a terminal. */
  public static Optional<ProofProgress> on(Terminal terminal) {
    return terminal.watched() ? Optional.of(new ProofProgress(terminal.out())) : Optional.empty();
  }

  /**
   * Draws the line again.
   *
   * @param proven replicas that are proven
   * @param all replicas that are to be proven
   * @param since how long ago the command began
   */
  public void draw(int proven, int all, Duration since) {
    int filled = all == 0 ? WIDTH : proven * WIDTH / all;
    terminal.printf(
        Locale.ROOT,
        "%sproving [%s%s] %d of %d replicas, %s",
        ERASE_LINE,
        "#".repeat(filled),
        "-".repeat(WIDTH - filled),
        proven,
        all,
        NumberText.span(since.toMillis()));
    terminal.flush();
  }

  /** Removes the line, so that the result stands in its place. */
  public void clear() {
    terminal.print(ERASE_LINE);
    terminal.flush();
  }
}
