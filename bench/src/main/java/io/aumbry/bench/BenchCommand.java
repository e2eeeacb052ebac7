package io.aumbry.bench;

import io.aumbry.bench.load.BlobContent;
import io.aumbry.bench.load.DataSet;
import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.load.Workload;
import io.aumbry.bench.option.LoadOptions;
import io.aumbry.bench.option.TargetOptions;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.report.Report;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code aumbry bench}. Exits with 1 when a request failed. */
@Command(
    name = "bench",
    description = "Measures an endpoint and the resource use of its processes.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SuiteCommand.class,
      PeersCommand.class,
      StoreBenchCommand.class,
      CatalogBenchCommand.class,
      GrowthCommand.class,
      NetworkCommand.class,
      NetworkSideCommand.class
    })
public final class BenchCommand {
  private final Time time = new SystemTime();
  private final ProcFs proc = new ProcFs();

  @Spec private CommandSpec spec;

  /** picocli sets the other fields. */
  public BenchCommand() {
    this.spec = CommandSpec.create();
  }

  /** Chooses the workload once the data set and the workload for PUTs exist. */
  private interface Mix {
    Workload of(Optional<DataSet> set, Workload put);
  }

  @Command(description = "Writes blobs.", mixinStandardHelpOptions = true)
  int put(@Mixin LoadOptions options) throws IOException {
    return run(options, false, (_, put) -> put);
  }

  @Command(
      description = "Reads blobs that it wrote before the measurement, or the blobs of a file.",
      mixinStandardHelpOptions = true)
  int get(@Mixin LoadOptions options) throws IOException {
    return run(options, true, (set, _) -> read(set, options));
  }

  @Command(description = "Reads and writes.", mixinStandardHelpOptions = true)
  int mixed(
      @Mixin LoadOptions options,
      @Option(
              names = "--get-percent",
              defaultValue = "80",
              description = "Share of reads. Default: ${DEFAULT-VALUE}")
          int percent)
      throws IOException {
    return run(
        options,
        true,
        (set, put) -> Workload.mixed(read(set, options), put, percent, options.target().seed()));
  }

  private static Workload read(Optional<DataSet> set, LoadOptions options) {
    return Workload.get(set.orElseThrow().blobs(), options.target().seed());
  }

  private int run(LoadOptions options, boolean reads, Mix mix) throws IOException {
    return BenchFrame.run(spec, () -> measure(options, reads, mix));
  }

  private int measure(LoadOptions options, boolean reads, Mix mix) throws IOException {
    TargetOptions target = options.target();
    Optional<DataSet> known = options.ids().isPresent() ? Optional.of(saved(options)) : none();
    BlobContent content = new BlobContent(known.map(DataSet::seed).orElse(target.seed()));
    try (LoadGenerator generator =
        LoadGenerator.http(
            target.target(), target.concurrency(), content, time, new SystemPacer(time))) {
      Workload put = Workload.put(options.sizes(), content.seed(), new AtomicLong());
      Optional<DataSet> set =
          reads && known.isEmpty()
              ? Optional.of(upload(options, generator, put, content.seed()))
              : known;
      Measurement measurement =
          new Bench(generator, proc, target.processes(proc))
              .measure(mix.of(set, put), options.schedule(), options.warmUp(), options.limit());
      report(options, measurement);
      return measurement.hasFailures() ? BenchFrame.FAILED : 0;
    }
  }

  private static Optional<DataSet> none() {
    return Optional.empty();
  }

  private static DataSet saved(LoadOptions options) throws IOException {
    Path file = options.ids().orElseThrow();
    DataSet set = DataSet.read(file);
    if (options.target().verify() && !set.isVerifiable()) {
      throw new IllegalArgumentException(
          "--verify needs the number and size of each blob in "
              + file
              + ", as written by --save-ids");
    }
    return set;
  }

  private static DataSet upload(
      LoadOptions options, LoadGenerator generator, Workload put, long seed) throws IOException {
    long count = DataSet.count(options.sizes(), options.dataSetBytes());
    DataSet set = DataSet.upload(generator, put, count, seed);
    if (options.saveIds().isPresent()) {
      set.write(options.saveIds().get());
    }
    return set;
  }

  private void report(LoadOptions options, Measurement measurement) throws IOException {
    Report report = LoadReport.of(measurement, options.schedule());
    if (!options.json().equals(Optional.of(BenchFrame.STANDARD_OUTPUT))) {
      BenchFrame.print(spec.commandLine().getOut(), options.describe() + "\n");
    }
    BenchFrame.write(report, options.json(), spec.commandLine().getOut());
  }
}
