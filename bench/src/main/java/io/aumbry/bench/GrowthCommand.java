package io.aumbry.bench;

import io.aumbry.bench.growth.ClusterSize;
import io.aumbry.bench.growth.GrowthBench;
import io.aumbry.bench.growth.GrowthPlan;
import io.aumbry.bench.option.Converters;
import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.report.Report;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry bench growth}. */
@Command(
    name = "growth",
    description = {
      "Measures how costs grow with the nodes and partitions of a cluster: its view, its placement,"
          + " the plan of a maintenance, and its processes at rest; prints Markdown.",
      "Views, placement and plans are those of synthetic clusters, except combinations with more than 1,000"
          + " partitions on a node. A real cluster of 1,000 partitions needs 3 minutes to start."
    },
    mixinStandardHelpOptions = true)
final class GrowthCommand extends ReportCommand {
  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      defaultValue = "10,100,1000",
      description = "Multiples of ten. Default: ${DEFAULT-VALUE}")
  private List<Integer> nodes = List.of();

  @Option(
      names = "--partitions",
      split = ",",
      paramLabel = "N",
      defaultValue = "100,1000,10000",
      description = "Of the synthetic clusters. Default: ${DEFAULT-VALUE}")
  private List<Integer> partitions = List.of();

  @Option(
      names = "--clusters",
      split = ",",
      paramLabel = "N",
      defaultValue = "12,100",
      description = "Partitions of the real clusters, 0 for no cluster. Default: ${DEFAULT-VALUE}")
  private List<Integer> clusters = List.of();

  @Option(
      names = "--settle",
      converter = Converters.Span.class,
      defaultValue = "20s",
      description = "Rest of a real cluster before its measurement. Default: ${DEFAULT-VALUE}")
  private Duration settle = Duration.ZERO;

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      defaultValue = "20s",
      description = "Length of the measurement of a real cluster. Default: ${DEFAULT-VALUE}")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder for the data of real clusters, which are removed. Default: .")
  private Path dir = Path.of(".");

  @Override
  Report measure() throws IOException {
    List<ClusterSize> sizes =
        nodes.stream()
            .flatMap(count -> partitions.stream().map(each -> new ClusterSize(count, each)))
            .filter(ClusterSize::isRealistic)
            .toList();
    List<Integer> real = clusters.stream().filter(count -> count > 0).toList();
    Path folder = Files.createTempDirectory(dir.toRealPath(), "growth");
    try {
      return new GrowthBench(
              new GrowthPlan(sizes, real, settle, duration), folder, new SystemTime())
          .run(this::say);
    } finally {
      FolderTree.delete(folder);
    }
  }
}
