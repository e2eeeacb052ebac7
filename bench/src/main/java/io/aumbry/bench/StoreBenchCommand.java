package io.aumbry.bench;

import io.aumbry.bench.option.Converters;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.store.StoreBench;
import io.aumbry.bench.store.StoreCell.Kind;
import io.aumbry.bench.store.StorePlan;
import io.aumbry.bench.store.engine.RocksEngine;
import io.aumbry.bench.store.engine.StoreEngine;
import io.aumbry.config.DataSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry bench store}. */
@Command(
    name = "store",
    description =
        "Appends and reads at the store's own interface, without a network, and compares fio on the same"
            + " disk; prints medians as Markdown.",
    mixinStandardHelpOptions = true)
final class StoreBenchCommand extends ReportCommand {
  private static final Set<Kind> EVERYTHING = EnumSet.allOf(Kind.class);

  /** At most 10 minutes, with RocksDB and fio. */
  private static final StorePlan WHOLE =
      new StorePlan(
          new StorePlan.Choice(
              EVERYTHING, List.of(200, 4 << 10, 64 << 10, 1 << 20, 4 << 20), List.of(1, 16)),
          3,
          Duration.ofMillis(200),
          Duration.ofMillis(600),
          256L << 20,
          1L << 30);

  /** About a minute. */
  private static final StorePlan QUICK =
      new StorePlan(
          new StorePlan.Choice(EVERYTHING, List.of(4 << 10, 1 << 20), List.of(1, 16)),
          1,
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          64L << 20,
          256L << 20);

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder on the disk to measure; its files are removed afterwards. Default: .")
  private Path dir = Path.of(".");

  @Option(names = "--quick", description = "About a minute: two sizes, one round")
  private boolean quick;

  @Option(
      names = "--kinds",
      split = ",",
      description = "Measurements: ${COMPLETION-CANDIDATES}. Default: all")
  private @Nullable Set<Kind> kinds;

  @Option(
      names = "--write-cache",
      split = ",",
      paramLabel = "PERCENT",
      description = "Values of storage.write-cache to compare. Default: its default")
  private List<Integer> cachePercents = List.of();

  @Option(
      names = "--sizes",
      split = ",",
      converter = Converters.Size.class,
      description = "Default: 200B,4KiB,64KiB,1MiB,4MiB; quick: 4KiB,1MiB")
  private @Nullable List<DataSize> sizes;

  @Option(
      names = "--callers",
      split = ",",
      paramLabel = "N",
      description = "Number of concurrent callers. Default: 1,16")
  private @Nullable List<Integer> callers;

  @Option(names = "--rounds", paramLabel = "N", description = "Default: 3; quick: 1")
  private @Nullable Integer rounds;

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      description = "Length of a measurement. Default: 600ms; quick: 500ms")
  private @Nullable Duration duration;

  @Option(
      names = "--warm-up",
      converter = Converters.Span.class,
      description = "Warm-up before each measurement. Default: 200ms")
  private @Nullable Duration warmUp;

  @Option(
      names = "--data-set",
      converter = Converters.Size.class,
      description = "Bytes of blobs of each size to read. Default: 256MiB; quick: 64MiB")
  private @Nullable DataSize dataSet;

  @Option(
      names = "--append-bytes",
      converter = Converters.Size.class,
      description = "Limit of bytes in a measurement of appends. Default: 1GiB; quick: 256MiB")
  private @Nullable DataSize appendBytes;

  @Option(
      names = "--fio",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Measure the disk itself with fio too (apt-get install fio). Default: if found")
  private boolean fio;

  @Option(
      names = "--rocksdb",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Measure RocksDB too. Default: true")
  private boolean rocksDb;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of content, ids and order. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Override
  Report measure() throws IOException {
    StorePlan plan = plan(quick ? QUICK : WHOLE);
    List<StoreEngine> others = rocksDb ? List.of(new RocksEngine()) : List.of();
    return new StoreBench(plan, cachePercents, dir, program(), others).run(seed, this::say);
  }

  private StorePlan plan(StorePlan base) {
    return new StorePlan(
        new StorePlan.Choice(
            kinds == null ? base.choice().kinds() : kinds,
            sizes == null
                ? base.choice().sizes()
                : sizes.stream().map(StoreBenchCommand::size).toList(),
            callers == null ? base.choice().callers() : callers),
        rounds == null ? base.rounds() : rounds,
        warmUp == null ? base.warmUp() : warmUp,
        duration == null ? base.duration() : duration,
        dataSet == null ? base.dataSetBytes() : dataSet.bytes(),
        appendBytes == null ? base.appendBytes() : appendBytes.bytes());
  }

  private static int size(DataSize size) {
    return (int) Math.min(Integer.MAX_VALUE, size.bytes());
  }

  private Optional<Path> program() {
    if (!fio) {
      return Optional.empty();
    }
    Optional<Path> found =
        StoreBench.findFio(Optional.ofNullable(System.getenv("PATH")).orElse(""));
    if (found.isEmpty()) {
      say("aumbry bench: " + StoreBench.fioMissing());
    }
    return found;
  }
}
