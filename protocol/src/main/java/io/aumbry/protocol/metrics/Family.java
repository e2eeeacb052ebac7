package io.aumbry.protocol.metrics;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The time series of one metric, by the values of its labels.
 *
 * @param <T> the kind of its series
 */
public final class Family<T extends Metric> {
  private final String name;
  private final String help;
  private final List<String> labels;
  private final Supplier<T> maker;
  private final Map<List<String>, T> series = new ConcurrentHashMap<>();

  Family(String name, String help, List<String> labels, Supplier<T> maker) {
    this.name = name;
    this.help = help;
    this.labels = labels;
    this.maker = maker;
  }

  public String name() {
    return name;
  }

  public String help() {
    return help;
  }

  public List<String> labels() {
    return labels;
  }

  /** The series with these label values, created on first use. */
  public T of(String... values) {
    List<String> key = key(values);
    T known = series.get(key);
    return known == null ? series.computeIfAbsent(key, _ -> maker.get()) : known;
  }

  /** Adds or replaces the series with these label values. */
  public void set(T metric, String... values) {
    series.put(key(values), metric);
  }

  /** Removes the series with these label values, if there is one. */
  public void remove(String... values) {
    series.remove(key(values));
  }

  /** Removes all series except those with label values in {@code wanted}. */
  public void retain(Set<List<String>> wanted) {
    series.keySet().retainAll(wanted);
  }

  public Map<List<String>, T> series() {
    return Collections.unmodifiableMap(series);
  }

  private List<String> key(String... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(
          name + " has the labels " + labels + ", but was given " + List.of(values));
    }
    return List.of(values);
  }
}
