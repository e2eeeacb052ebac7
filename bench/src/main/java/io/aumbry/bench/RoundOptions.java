package io.aumbry.bench;

import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.option.Converters;
import io.aumbry.config.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a comparison in rounds, and of its report. */
final class RoundOptions {
  @Option(
      names = "--sizes",
      split = ",",
      converter = Converters.Size.class,
      defaultValue = "4KiB,64KiB,1MiB,4MiB",
      description = "Default: ${DEFAULT-VALUE}")
  private List<DataSize> sizes = List.of();

  @Option(names = "--rounds", defaultValue = "3", description = "Default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      defaultValue = "5s",
      description = "Length of a measurement. Default: ${DEFAULT-VALUE}")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--warm-up",
      converter = Converters.Span.class,
      defaultValue = "2s",
      description = "Warm-up before each measurement. Default: ${DEFAULT-VALUE}")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--put-bytes",
      converter = Converters.Size.class,
      defaultValue = "256MiB",
      description =
          "Limit of bytes in a measurement of writes, and in its warm-up. Default: ${DEFAULT-VALUE}")
  private DataSize putBytes = new DataSize(0);

  @Option(
      names = "--data-set",
      converter = Converters.Size.class,
      defaultValue = "64MiB",
      description = "Bytes of blobs of each size to read. Default: ${DEFAULT-VALUE}")
  private DataSize dataSet = new DataSize(0);

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON too; - prints JSON instead of tables")
  private @Nullable String json;

  List<Long> sizes() {
    return sizes.stream().map(DataSize::bytes).toList();
  }

  long dataSetBytes() {
    return dataSet.bytes();
  }

  Optional<String> json() {
    return Optional.ofNullable(json);
  }

  /**
   * Returns the plan of the rounds.
   *
   * @param unmeasured rounds before the measured ones
   */
  Suite.Plan plan(Schedule schedule, int unmeasured) {
    return new Suite.Plan(
        sizes(),
        new Suite.Rounds(unmeasured, rounds),
        schedule,
        new Limit(warmUp, Long.MAX_VALUE, putBytes.bytes()),
        new Limit(duration, Long.MAX_VALUE, putBytes.bytes()));
  }
}
