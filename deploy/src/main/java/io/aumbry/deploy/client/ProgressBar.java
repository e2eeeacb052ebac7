package io.aumbry.deploy.client;

import io.aumbry.protocol.runtime.Time;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** A progress bar on one line of a terminal, redrawn at most ten times a second. */
final class ProgressBar implements ProgressListener {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();
  private static final double MIB = 1 << 20;

  private final PrintStream terminal;
  private final Time time;
  private final String name;
  private final long total;
  private final long started;
  private long drawn;
  private long done;

  /**
   * @param total in bytes
   */
  ProgressBar(PrintStream terminal, Time time, String name, long total) {
    this.terminal = terminal;
    this.time = time;
    this.name = name;
    this.total = total;
    this.started = time.monotonicNanos();
    this.drawn = started - REDRAW_NANOS;
  }

  @Override
  public synchronized void advance(long bytes) {
    done += bytes;
    long now = time.monotonicNanos();
    if (now - drawn >= REDRAW_NANOS) {
      drawn = now;
      draw(now);
    }
  }

  @Override
  public synchronized void close() {
    draw(time.monotonicNanos());
    terminal.println();
  }

  private void draw(long now) {
    double share = total == 0 ? 1 : Math.min(1, done / (double) total);
    int filled = (int) (share * WIDTH);
    double seconds = Math.max(1, now - started) / 1e9;
    terminal.printf(
        Locale.ROOT,
        "\r%-24.24s [%s%s] %3d%% %9.1f MiB %8.1f MiB/s",
        name,
        "#".repeat(filled),
        "-".repeat(WIDTH - filled),
        (int) (share * 100),
        done / MIB,
        done / MIB / seconds);
    terminal.flush();
  }
}
