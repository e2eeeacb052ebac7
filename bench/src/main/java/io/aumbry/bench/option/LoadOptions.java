package io.aumbry.bench.option;

import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.load.SizeDistribution;
import io.aumbry.config.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of one load. */
public final class LoadOptions {
  @Mixin private TargetOptions target = new TargetOptions();

  @Mixin private RateOption rate = new RateOption();

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = Converters.Sizes.class,
      defaultValue = "4KiB",
      description =
          "Size of blobs: 4KiB, 4KiB-1MiB (evenly on a logarithmic scale) or 4KiB=70,1MiB=30 (by weight)."
              + " Default: ${DEFAULT-VALUE}")
  private SizeDistribution sizes = new SizeDistribution.Fixed(0);

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      defaultValue = "10s",
      description = "Length of the measured phase, unless requests or bytes end it. Default: 10s")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--warm-up",
      converter = Converters.Span.class,
      defaultValue = "2s",
      description = "Length of the same load before it, not measured. Default: ${DEFAULT-VALUE}")
  private Duration warmUp = Duration.ZERO;

  @Option(names = "--requests", paramLabel = "N", description = "End after this number of requests")
  private long requests = Long.MAX_VALUE;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      converter = Converters.Size.class,
      description = "End after this amount of content")
  private DataSize bytes = new DataSize(Long.MAX_VALUE);

  @Option(
      names = "--data-set",
      paramLabel = "SIZE",
      converter = Converters.Size.class,
      defaultValue = "64MiB",
      description =
          "Bytes of blobs that get and mixed write first and then read. Default: ${DEFAULT-VALUE}")
  private DataSize dataSet = new DataSize(0);

  @Option(
      names = "--ids",
      paramLabel = "FILE",
      description =
          "Read the blobs of this file instead; each line has an id, or id, number and size")
  private @Nullable Path ids;

  @Option(
      names = "--save-ids",
      paramLabel = "FILE",
      description = "Write the blobs that were written first to a file for --ids")
  private @Nullable Path saveIds;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON too; - prints JSON instead of tables")
  private @Nullable String json;

  public TargetOptions target() {
    return target;
  }

  public SizeDistribution sizes() {
    return sizes;
  }

  public Schedule schedule() {
    return rate.schedule();
  }

  public Limit warmUp() {
    return new Limit(warmUp, requests, bytes.bytes());
  }

  public Limit limit() {
    return new Limit(duration, requests, bytes.bytes());
  }

  public long dataSetBytes() {
    return dataSet.bytes();
  }

  public Optional<Path> ids() {
    return Optional.ofNullable(ids);
  }

  public Optional<Path> saveIds() {
    return Optional.ofNullable(saveIds);
  }

  public Optional<String> json() {
    return Optional.ofNullable(json);
  }

  /** Describes the load in the head of a report. */
  public String describe() {
    return target.endpoints()
        + ", "
        + target.concurrency()
        + " connections, seed "
        + target.seed()
        + (target.verify() ? ", every byte verified" : ", lengths verified");
  }
}
