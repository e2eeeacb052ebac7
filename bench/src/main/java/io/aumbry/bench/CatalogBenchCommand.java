package io.aumbry.bench;

import io.aumbry.bench.catalog.CatalogBench;
import io.aumbry.bench.catalog.CatalogPlan;
import io.aumbry.bench.option.Converters;
import io.aumbry.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry bench catalog}. */
@Command(
    name = "catalog",
    description =
        "Commits, looks up and lists names in SQLite and other databases, without a network of Aumbry's"
            + " own; prints Markdown.",
    mixinStandardHelpOptions = true)
final class CatalogBenchCommand extends ReportCommand {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Folder for SQLite; its files are removed afterwards. Default: a temporary one")
  private @Nullable Path dir;

  @Option(
      names = "--url",
      split = ",",
      paramLabel = "URL",
      description = "Databases to measure too: postgresql://user@host:port/database")
  private List<String> urls = List.of();

  @Option(
      names = "--callers",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,16,64",
      description = "Numbers of concurrent callers. Default: ${DEFAULT-VALUE}")
  private List<Integer> callers = List.of();

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      defaultValue = "2s",
      description = "Length of a measurement. Default: ${DEFAULT-VALUE}")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--warm-up",
      converter = Converters.Span.class,
      defaultValue = "1s",
      description = "Warm-up before each measurement. Default: ${DEFAULT-VALUE}")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--names",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,1000000",
      description =
          "Sizes of the containers to list; 1000000 names take about 500 MB. Default:"
              + " ${DEFAULT-VALUE}")
  private List<Integer> names = List.of();

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "50",
      description = "Calls for each kind of page. Default: ${DEFAULT-VALUE}")
  private int pages;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of ids and order; another one for a database that was measured before")
  private long seed;

  @Override
  Report measure() throws IOException {
    CatalogPlan plan = new CatalogPlan(callers, warmUp, duration, names, pages);
    return new CatalogBench(plan, Optional.ofNullable(dir), urls).run(seed, this::say);
  }
}
