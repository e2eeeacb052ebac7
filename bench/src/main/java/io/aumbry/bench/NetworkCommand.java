package io.aumbry.bench;

import io.aumbry.bench.network.NetworkBench;
import io.aumbry.bench.network.NetworkPlan;
import io.aumbry.bench.network.SideLauncher;
import io.aumbry.bench.option.Converters;
import io.aumbry.bench.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry bench network}. */
@Command(
    name = "network",
    description =
        "Repeats the measurements of LinkedIn's rewrite of Ambry's network, each as a comparison of processes"
            + " on this machine; prints medians as Markdown.",
    mixinStandardHelpOptions = true)
final class NetworkCommand extends ReportCommand {
  @Option(names = "--full", description = "Longer and more rounds: half an hour and more")
  private boolean full;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      description = "Only these comparisons, by number. Default: all")
  private @Nullable List<Integer> rows;

  @Option(
      names = "--loads",
      paramLabel = "N",
      description = "Only the first N loads of each comparison. Default: all")
  private @Nullable Integer loads;

  @Option(names = "--rounds", paramLabel = "N", description = "Default: 3; full: 7")
  private @Nullable Integer rounds;

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      description = "Length of a measurement. Default: 500ms; full: 2s")
  private @Nullable Duration duration;

  @Option(
      names = "--warm-up",
      converter = Converters.Span.class,
      description = "Warm-up of each variant, once. Default: 4s; full: 15s")
  private @Nullable Duration warmUp;

  @Option(
      names = "--one-process",
      hidden = true,
      description =
          "Runs all sides in this process, as a functional test; its figures mean nothing")
  private boolean oneProcess;

  @Override
  Report measure() throws IOException {
    NetworkBench bench =
        new NetworkBench(
            plan(full ? NetworkPlan.full() : NetworkPlan.bounded()),
            oneProcess ? SideLauncher.here() : SideLauncher.processes(BenchMain.class.getName()),
            this::say);
    return bench.run();
  }

  private NetworkPlan plan(NetworkPlan base) {
    return new NetworkPlan(
        rows == null ? base.rows() : rows,
        loads == null ? base.loads() : loads,
        rounds == null ? base.rounds() : rounds,
        warmUp == null ? base.warmUp() : warmUp,
        duration == null ? base.duration() : duration);
  }
}
