package io.aumbry.bench.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.store.StoreMeasurement.Aside;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The used part of {@code fio --output-format=json}, for one job or a group of jobs. */
@JsonIgnoreProperties(ignoreUnknown = true)
record FioOutput(List<Job> jobs) {
  private static final JsonReader<FioOutput> READER =
      new JsonReader<>(FioOutput.class, DataSize.parse("16 MiB"));

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Job(
      int error,
      Direction read,
      Direction write,
      Syncs sync,
      @JsonProperty("job_runtime") long runtimeMillis,
      @JsonProperty("usr_cpu") double userPercent,
      @JsonProperty("sys_cpu") double systemPercent) {
    /** The percentages apply to the total run time of all jobs. */
    long cpuNanos() {
      return (long) ((userPercent + systemPercent) / 100 * runtimeMillis * 1e6);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Direction(
      @JsonProperty("total_ios") long operations,
      @JsonProperty("io_bytes") long bytes,
      @JsonProperty("runtime") long runtimeMillis,
      @JsonProperty("clat_ns") Optional<Completion> completion) {
    double micros(String percentile) {
      return completion
              .flatMap(Completion::percentiles)
              .flatMap(all -> Optional.ofNullable(all.get(percentile)))
              .orElseThrow(
                  () -> new IllegalStateException("fio's output has no percentile " + percentile))
          / 1e3;
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Completion(@JsonProperty("percentile") Optional<Map<String, Double>> percentiles) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Syncs(@JsonProperty("lat_ns") SyncLatency latency) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record SyncLatency(@JsonProperty("N") long count) {}

  /**
   * Parses the output. Lines of text may surround the JSON.
   *
   * @throws IllegalStateException if there is no JSON or a figure is missing
   */
  static FioOutput parse(String text) {
    int start = text.indexOf('{');
    int end = text.lastIndexOf('}') + 1;
    if (start < 0 || start >= end) {
      throw new IllegalStateException("fio's output has no JSON: " + text.strip());
    }
    try {
      return READER.read(text.substring(start, end).getBytes(StandardCharsets.UTF_8));
    } catch (JsonException e) {
      throw new IllegalStateException("fio's output: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the figures of writes. Their latency is omitted, because a write is not durable when it
   * returns.
   */
  StoreMeasurement writes() {
    Job job = job();
    return figures(job, job.write(), Latencies.NONE, Aside.syncs(job.sync().latency().count()));
  }

  /** Returns the figures of reads. */
  StoreMeasurement reads() {
    Job job = job();
    Direction read = job.read();
    Latencies latencies =
        new Latencies(
            read.micros("50.000000"),
            read.micros("95.000000"),
            read.micros("99.000000"),
            read.micros("99.900000"));
    return figures(job, read, latencies, Aside.NOTHING);
  }

  private Job job() {
    if (jobs.isEmpty()) {
      throw new IllegalStateException("fio's output has no job");
    }
    Job job = jobs.getFirst();
    if (job.error() != 0) {
      throw new IllegalStateException("fio failed with error " + job.error());
    }
    return job;
  }

  private static StoreMeasurement figures(
      Job job, Direction direction, Latencies latencies, Aside aside) {
    return new StoreMeasurement(
        direction.operations(),
        direction.bytes(),
        direction.runtimeMillis() * 1_000_000,
        new Cost(job.cpuNanos(), 0, Device.Traffic.NONE),
        latencies,
        0,
        aside);
  }
}
