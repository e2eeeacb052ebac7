package io.aumbry.deploy.operator.proof;

import io.aumbry.deploy.client.Terminal;
import io.aumbry.deploy.operator.text.NumberText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A progress bar of proven replicas on a terminal. Used by one thread. */
public final class ProofProgress {
  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;

  private ProofProgress(PrintStream terminal) {
    this.terminal = terminal;
  }

  /** Empty if the output is not a terminal. */
  public static Optional<ProofProgress> on(Terminal terminal) {
    return terminal.watched() ? Optional.of(new ProofProgress(terminal.out())) : Optional.empty();
  }

  /**
   * Redraws the bar.
   *
   * @param proven number of proven replicas
   * @param all number of replicas to prove
   * @param since elapsed time
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

  /** Removes the bar before the result is printed. */
  public void clear() {
    terminal.print(ERASE_LINE);
    terminal.flush();
  }
}
