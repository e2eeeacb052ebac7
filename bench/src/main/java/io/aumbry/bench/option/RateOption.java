package io.aumbry.bench.option;

import io.aumbry.bench.load.Schedule;
import picocli.CommandLine.Option;

/** When requests are sent. */
public final class RateOption {
  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "0",
      description =
          "Open loop: this number of requests a second, however long answers take. Default: closed loop,"
              + " each connection sends its next request when it has its answer")
  private double rate;

  /** Throws {@link IllegalArgumentException} for a negative rate. */
  public Schedule schedule() {
    return rate == 0 ? new Schedule.ClosedLoop() : new Schedule.OpenLoop(rate);
  }
}
