package io.aumbry.deploy.admin;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metric;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Time;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The metrics of a process in Prometheus text format 0.0.4. Rendering also fades the quantiles of
 * summaries, at most once in {@link #FADE_EVERY}, so that a value loses half of its weight in two
 * and a half minutes.
 */
public final class MetricsPage {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;
  static final Duration FADE_EVERY = Duration.ofSeconds(30);

  private static final double[] QUANTILES = {0.5, 0.95, 0.99, 0.999};

  private final Metrics metrics;
  private final Time time;
  private long fadedNanos;

  public MetricsPage(Metrics metrics, Time time) {
    this.metrics = metrics;
    this.time = time;
    this.fadedNanos = time.monotonicNanos();
  }

  synchronized String render() {
    long now = time.monotonicNanos();
    if (now - fadedNanos >= FADE_EVERY.toNanos()) {
      metrics.fade();
      fadedNanos = now;
    }
    MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
    metrics.families().forEach(family -> snapshots(family).forEach(snapshots::metricSnapshot));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(bytes, snapshots.build());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The values of all time series, by their names and labels as on the page. Nothing fades. */
  Map<String, DoubleSupplier> series() {
    Map<String, DoubleSupplier> series = new TreeMap<>();
    for (Family<?> family : metrics.families()) {
      family.series().forEach((values, metric) -> series.putAll(series(family, values, metric)));
    }
    return series;
  }

  private static Map<String, DoubleSupplier> series(
      Family<?> family, List<String> values, Metric metric) {
    Map<String, String> labels = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      labels.put(family.labels().get(i), values.get(i));
    }
    Map<String, DoubleSupplier> series = new HashMap<>();
    switch (metric) {
      case Counter counter -> series.put(key(family.name(), labels), counter::count);
      case Gauge gauge -> series.put(key(family.name(), labels), gauge::value);
      case Summary summary -> {
        series.put(key(family.name() + "_count", labels), summary::count);
        series.put(key(family.name() + "_sum", labels), summary::sum);
        for (double quantile : QUANTILES) {
          labels.put("quantile", Double.toString(quantile));
          series.put(key(family.name(), labels), () -> summary.quantile(quantile));
        }
      }
    }
    return series;
  }

  private static String key(String name, Map<String, String> labels) {
    return labels.isEmpty()
        ? name
        : labels.entrySet().stream()
            .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
            .collect(Collectors.joining(",", name + "{", "}"));
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** At most one snapshot, of the kind of the series. */
  private static Stream<MetricSnapshot> snapshots(Family<?> family) {
    List<CounterDataPointSnapshot> counters = new ArrayList<>();
    List<GaugeDataPointSnapshot> gauges = new ArrayList<>();
    List<SummaryDataPointSnapshot> summaries = new ArrayList<>();
    family
        .series()
        .forEach((values, metric) -> {
          Labels labels = Labels.of(family.labels(), values);
          switch (metric) {
            case Counter counter ->
                counters.add(
                    CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value((double) counter.count())
                        .build());
            case Gauge gauge ->
                gauges.add(
                    GaugeDataPointSnapshot.builder().labels(labels).value(gauge.value()).build());
            case Summary summary -> summaries.add(point(summary, labels));
          }
        });
    MetricMetadata metadata = new MetricMetadata(family.name(), family.help());
    return Stream.of(
            new CounterSnapshot(metadata, counters),
            new GaugeSnapshot(metadata, gauges),
            new SummarySnapshot(metadata, summaries))
        .filter(snapshot -> !snapshot.getDataPoints().isEmpty());
  }

  private static SummaryDataPointSnapshot point(Summary summary, Labels labels) {
    Quantiles quantiles =
        Quantiles.of(
            DoubleStream.of(QUANTILES)
                .mapToObj(quantile -> new Quantile(quantile, summary.quantile(quantile)))
                .toArray(Quantile[]::new));
    return SummaryDataPointSnapshot.builder()
        .labels(labels)
        .quantiles(quantiles)
        .count(summary.count())
        .sum(summary.sum())
        .build();
  }
}
