package io.aumbry.bench.option;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of the connections to a target, and of the content that they carry. */
public final class ConnectionOptions {
  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "16",
      description = "Connections, each with one request at a time." + " Default: ${DEFAULT-VALUE}")
  private int concurrency;

  @Option(
      names = "--timeout",
      converter = Converters.Span.class,
      defaultValue = "30s",
      description = "Limit of silence before and within an answer. Default: ${DEFAULT-VALUE}")
  private Duration timeout = Duration.ZERO;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of content, sizes and order. Default: ${DEFAULT-VALUE}")
  private long seed;

  public int concurrency() {
    return concurrency;
  }

  public Duration timeout() {
    return timeout;
  }

  public long seed() {
    return seed;
  }
}
