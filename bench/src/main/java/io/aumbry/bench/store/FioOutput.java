package io.aumbry.bench.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.store.StoreFigures.Aside;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What {@code fio --output-format=json} says of its one job, or of a group of jobs. */
final class FioOutput {
  private static final String JOB = "/jobs/0/";

  /** Every number of the output by its path, such as {@code /jobs/0/write/io_bytes}. */
  private final Map<String, Double> numbers;

  private FioOutput(Map<String, Double> numbers) {
    this.numbers = numbers;
  }

  /**
   * Reads it; lines of warnings may come before the JSON.
   *
   * @throws IllegalStateException when it is no JSON
   */
  static FioOutput parse(String text) {
    int start = text.indexOf('{');
    if (start < 0) {
      throw new IllegalStateException("fio said no JSON but: " + text.strip());
    }
    Map<String, Double> numbers = new HashMap<>();
    try (JsonParser json = new JsonFactory().createParser(text.substring(start))) {
      while (json.nextToken() != null) {
        if (json.currentToken().isNumeric()) {
          numbers.put(json.getParsingContext().pathAsPointer().toString(), json.getDoubleValue());
        } else if (isEnd(json)) {
          break;
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("fio said no JSON: " + e.getMessage(), e);
    }
    return new FioOutput(numbers);
  }

  private static boolean isEnd(JsonParser json) {
    return json.currentToken() == JsonToken.END_OBJECT && json.getParsingContext().inRoot();
  }

  /** The figures of what its jobs wrote. A write is no answer, so that its latency says nothing. */
  StoreFigures writes() {
    requireSuccess();
    return figures("write/", Latencies.NONE, Aside.syncs((long) number("sync/lat_ns/N")));
  }

  /** The figures of what its jobs read. */
  StoreFigures reads() {
    requireSuccess();
    Latencies latencies =
        new Latencies(
            percentile("50.000000"),
            percentile("95.000000"),
            percentile("99.000000"),
            percentile("99.900000"));
    return figures("read/", latencies, Aside.NOTHING);
  }

  private void requireSuccess() {
    if (number("error") != 0) {
      throw new IllegalStateException("fio failed with error " + (long) number("error"));
    }
  }

  private double percentile(String name) {
    return number("read/clat_ns/percentile/" + name) / 1e3;
  }

  private StoreFigures figures(String direction, Latencies latencies, Aside aside) {
    return new StoreFigures(
        (long) number(direction + "total_ios"),
        (long) number(direction + "io_bytes"),
        (long) (number(direction + "runtime") * 1e6),
        new Cost(cpuNanos(), 0, Device.Traffic.NONE),
        latencies,
        0,
        aside);
  }

  /** The shares are of the run times of all jobs together. */
  private long cpuNanos() {
    double share = (number("usr_cpu") + number("sys_cpu")) / 100;
    return (long) (share * number("job_runtime") * 1e6);
  }

  private double number(String path) {
    Double number = numbers.get(JOB + path);
    if (number == null) {
      throw new IllegalStateException("fio's output has no " + JOB + path);
    }
    return number;
  }
}
