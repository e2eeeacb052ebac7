package io.aumbry.protocol.metrics;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * The metrics of one process. {@code docs/metrics.md} lists them. A metric is registered once, with
 * its Prometheus name, help text and labels.
 */
public final class Metrics {
  private final Map<String, Family<?>> families = new ConcurrentSkipListMap<>();

  public Counter counter(String name, String help) {
    return counters(name, help).of();
  }

  /** Registers a counter. Its name ends in {@code _total}. */
  public Family<Counter> counters(String name, String help, String... labels) {
    return add(name, help, labels, Counter::new);
  }

  public void gauge(String name, String help, Gauge gauge) {
    gauges(name, help).set(gauge);
  }

  /** Registers a gauge. {@link Family#set} adds its series. */
  public Family<Gauge> gauges(String name, String help, String... labels) {
    return add(name, help, labels, () -> () -> 0);
  }

  /** Registers a summary of durations. Its name ends in {@code _seconds}. */
  public Family<Summary> durations(String name, String help, String... labels) {
    return add(name, help, labels, Summary::ofDurations);
  }

  public Family<Summary> sizes(String name, String help, String... labels) {
    return add(name, help, labels, Summary::ofSizes);
  }

  public Collection<Family<?>> families() {
    return families.values();
  }

  /** The values of a metric by label values. The value of a summary is its count. */
  public Map<List<String>, Double> values(String name) {
    Family<?> family =
        Optional.<Family<?>>ofNullable(families.get(name))
            .orElseThrow(() -> new IllegalArgumentException("no metric " + name));
    Map<List<String>, Double> values = new HashMap<>();
    family.series().forEach((labels, metric) -> values.put(labels, number(metric)));
    return values;
  }

  /** One of {@link #values}. */
  public double value(String name, String... labels) {
    return Optional.ofNullable(values(name).get(List.of(labels)))
        .orElseThrow(
            () -> new IllegalArgumentException("no metric " + name + " of " + List.of(labels)));
  }

  private static double number(Metric metric) {
    return switch (metric) {
      case Counter counter -> counter.count();
      case Gauge gauge -> gauge.value();
      case Summary summary -> summary.count();
    };
  }

  /** Fades the quantiles of all summaries. One thread at a time. */
  public void fade() {
    for (Family<?> family : families.values()) {
      for (Metric metric : family.series().values()) {
        if (metric instanceof Summary summary) {
          summary.fade();
        }
      }
    }
  }

  private <T extends Metric> Family<T> add(
      String name, String help, String[] labels, Supplier<T> maker) {
    Family<T> family = new Family<>(name, help, List.of(labels), maker);
    if (families.putIfAbsent(name, family) != null) {
      throw new IllegalStateException("the metric " + name + " is registered twice");
    }
    return family;
  }
}
