package io.aumbry.protocol.metrics;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The time series of one metric, each with its own values of the labels.
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

  /** Names of the labels. */
  public List<String> labels() {
    return labels;
  }

  /** The series with these values of the labels, which is made when it is first asked for. */
  public T of(String... values) {
    List<String> key = key(values);
    T known = series.get(key);
    return known == null ? series.computeIfAbsent(key, _ -> maker.get()) : known;
  }

  /** Adds or replaces the series with these values of the labels. */
  public void set(T metric, String... values) {
    series.put(key(values), metric);
  }

  /** Removes all series but those with these values of the labels. */
  public void retain(Set<List<String>> wanted) {
    series.keySet().retainAll(wanted);
  }

  /** The series by the values of their labels. */
  public Map<List<String>, T> series() {
    return Collections.unmodifiableMap(series);
  }

  private List<String> key(String... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(
          name + " has the labels " + labels + ", and was given " + List.of(values));
    }
    return List.of(values);
  }
}
