package io.aumbry.deploy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
  private final Metrics metrics = new Metrics();
  private long nanos;
  private final MetricsPage page = new MetricsPage(metrics, new ManualTime());

  private final class ManualTime implements Time {
    @Override
    public long wallMillis() {
      return 0;
    }

    @Override
    public long monotonicNanos() {
      return nanos;
    }
  }

  @Test
  void aDurationIsASummaryInSeconds() {
    metrics.durations("aumbry_reads_seconds", "Time of a read", "disk").of("0").record(15);
    assertThat(page.render())
        .isEqualTo(
            """
            # HELP aumbry_reads_seconds Time of a read
            # TYPE aumbry_reads_seconds summary
            aumbry_reads_seconds{disk="0",quantile="0.5"} 1.5E-8
            aumbry_reads_seconds{disk="0",quantile="0.95"} 1.5E-8
            aumbry_reads_seconds{disk="0",quantile="0.99"} 1.5E-8
            aumbry_reads_seconds{disk="0",quantile="0.999"} 1.5E-8
            aumbry_reads_seconds_count{disk="0"} 1
            aumbry_reads_seconds_sum{disk="0"} 1.5E-8
            """);
  }

  @Test
  void aSizeIsASummaryOfPlainNumbers() {
    metrics.sizes("aumbry_group", "Requests of a group").of().record(6);
    assertThat(page.render())
        .contains("aumbry_group{quantile=\"0.5\"} 6.0\n", "aumbry_group_sum 6.0\n");
  }

  @Test
  void seriesOfOneMetricStandTogetherWithTheirLabels() {
    Family<?> failures = metrics.counters("aumbry_failures_total", "Failed calls", "where", "kind");
    metrics.counter("aumbry_errors_total", "Errors").add(2);
    metrics.gauge("aumbry_fill", "Used share", () -> 0.5);
    failures.of("here", "a\"b");
    failures.of("there", "c");
    assertThat(page.render())
        .isEqualTo(
            """
            # HELP aumbry_errors_total Errors
            # TYPE aumbry_errors_total counter
            aumbry_errors_total 2.0
            # HELP aumbry_failures_total Failed calls
            # TYPE aumbry_failures_total counter
            aumbry_failures_total{kind="a\\"b",where="here"} 0.0
            aumbry_failures_total{kind="c",where="there"} 0.0
            # HELP aumbry_fill Used share
            # TYPE aumbry_fill gauge
            aumbry_fill 0.5
            """);
  }

  @Test
  void quantilesFadeAsTimePassesAndCountsStay() {
    Summary summary = metrics.sizes("aumbry_group", "Requests of a group").of();
    for (int i = 0; i < 100; i++) {
      summary.record(1000);
    }
    for (int i = 0; i < 20; i++) {
      nanos += MetricsPage.FADE_EVERY.toNanos();
      page.render();
    }
    for (int i = 0; i < 20; i++) {
      summary.record(1);
    }
    assertThat(page.render())
        .contains("aumbry_group{quantile=\"0.5\"} 1.0\n", "aumbry_group_count 120\n");
  }

  @Test
  void seriesHaveTheNamesAndValuesOfThePage() {
    metrics.counters("aumbry_failures_total", "Failed calls", "where", "kind").of("a\"b\\", "c\nd");
    metrics.gauge("aumbry_fill", "Used share", () -> 0.5);
    metrics.sizes("aumbry_group", "Requests of a group", "name").of("z").record(6);
    metrics.durations("aumbry_reads_seconds", "Time of a read").of().record(15);
    Map<String, Double> ofPage = new TreeMap<>();
    for (String line : page.render().lines().filter(each -> !each.startsWith("#")).toList()) {
      int space = line.lastIndexOf(' ');
      ofPage.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
    }
    assertThat(values()).hasSize(14).isEqualTo(ofPage);
  }

  @Test
  void readingSeriesDoesNotMakeQuantilesFade() {
    Summary summary = metrics.sizes("aumbry_group", "Requests of a group").of();
    summary.record(1000);
    for (int i = 0; i < 100; i++) {
      nanos += MetricsPage.FADE_EVERY.toNanos();
      assertThat(values().values()).isNotEmpty();
    }
    for (int i = 0; i < 2; i++) {
      summary.record(1);
    }
    assertThat(values())
        .hasEntrySatisfying(
            "aumbry_group{quantile=\"0.95\"}", quantile -> assertThat(quantile).isGreaterThan(900));
  }

  @Test
  void frequentReadersDoNotMakeQuantilesFade() {
    Summary summary = metrics.sizes("aumbry_group", "Requests of a group").of();
    summary.record(1000);
    for (int i = 0; i < 100; i++) {
      nanos += Duration.ofMillis(100).toNanos();
      page.render();
    }
    summary.record(1);
    assertThat(summary.quantile(0.5)).isEqualTo(1);
    assertThat(summary.quantile(0.51)).isGreaterThanOrEqualTo(1000);
  }

  @Test
  void theProcessMeasuresItself() {
    ProcessMetrics.register(metrics);
    assertThat(page.render())
        .contains("\naumbry_jvm_heap_used_bytes ", "\naumbry_jvm_gc_collections{collector=\"")
        .contains("\naumbry_jvm_buffers_used_bytes{pool=\"direct\"} ")
        .contains("\naumbry_process_cpu_seconds ");
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    page.series().forEach((name, value) -> values.put(name, value.getAsDouble()));
    return values;
  }
}
