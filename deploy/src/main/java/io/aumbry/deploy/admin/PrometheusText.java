package io.aumbry.deploy.admin;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A registry in Prometheus' text format 0.0.4.
 *
 * <p>The dotted name {@code router.get.latency} becomes {@code aumbry_router_get_latency}; what
 * follows in braces becomes labels: {@code store.reads{disk=0}}, as {@link MetricLabels} has marked
 * it. Meters end in {@code _total}; timers are summaries in {@code _seconds}; histograms are
 * summaries in their own unit. Quantiles are those of the metric's reservoir.
 */
public final class PrometheusText {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String PREFIX = "aumbry_";

  private static final double[] QUANTILES = {0.5, 0.95, 0.99, 0.999};
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private PrometheusText() {}

  /** Every metric with its values of now. */
  public static String render(MetricRegistry registry) {
    Map<String, Family> families = new TreeMap<>();
    registry.getMetrics().forEach((name, metric) -> add(families, name, metric));
    StringBuilder text = new StringBuilder(16 << 10);
    families.forEach((name, family) -> family.append(text, name));
    return text.toString();
  }

  /** The names in the output, without labels and without the suffixes of summaries. */
  public static List<String> names(MetricRegistry registry) {
    return render(registry)
        .lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" ", -1)[2])
        .toList();
  }

  private static void add(Map<String, Family> families, String dotted, Metric metric) {
    String marked = MetricLabels.mark(dotted);
    int brace = marked.indexOf('{');
    String base = brace < 0 ? marked : marked.substring(0, brace);
    String name = PREFIX + base.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    String labels = brace < 0 ? "" : labels(marked.substring(brace + 1, marked.length() - 1));
    switch (metric) {
      case Counter counter ->
          families
              .computeIfAbsent(name, key -> new Family("gauge"))
              .sample("", labels, (double) counter.getCount());
      case Meter meter ->
          families
              .computeIfAbsent(name + "_total", key -> new Family("counter"))
              .sample("", labels, (double) meter.getCount());
      case Timer timer ->
          families
              .computeIfAbsent(name + "_seconds", key -> new Family("summary"))
              .summary(labels, timer.getSnapshot(), timer.getCount(), NANOS_PER_SECOND);
      case Histogram histogram ->
          families
              .computeIfAbsent(name, key -> new Family("summary"))
              .summary(labels, histogram.getSnapshot(), histogram.getCount(), 1);
      case Gauge<?> gauge -> {
        Object value = gauge.getValue();
        double number =
            switch (value) {
              case Number some -> some.doubleValue();
              case Boolean some -> some ? 1 : 0;
              case null, default -> Double.NaN;
            };
        families.computeIfAbsent(name, key -> new Family("gauge")).sample("", labels, number);
      }
      default -> throw new IllegalStateException("metric " + dotted + " is of no known kind");
    }
  }

  /** From {@code a=b,c=d} to {@code a="b",c="d"}. */
  private static String labels(String pairs) {
    return List.of(pairs.split(",")).stream()
        .map(pair -> {
          int equals = pair.indexOf('=');
          String value = pair.substring(equals + 1);
          return pair.substring(0, Math.max(equals, 0))
              + "=\""
              + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
              + '"';
        })
        .collect(Collectors.joining(","));
  }

  /** All samples of one name, which must stand together. */
  private static final class Family {
    private final String type;
    private final List<String> samples = new ArrayList<>();

    Family(String type) {
      this.type = type;
    }

    void sample(String suffix, String labels, double value) {
      String shown =
          value == Math.rint(value) && Math.abs(value) < 1e15
              ? Long.toString((long) value)
              : Double.toString(value);
      samples.add(suffix + (labels.isEmpty() ? "" : "{" + labels + "}") + " " + shown);
    }

    void summary(String labels, Snapshot snapshot, long count, double unit) {
      String before = labels.isEmpty() ? "" : labels + ",";
      for (double quantile : QUANTILES) {
        sample("", before + "quantile=\"" + quantile + '"', snapshot.getValue(quantile) / unit);
      }
      sample("_count", labels, (double) count);
    }

    void append(StringBuilder text, String name) {
      text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
      samples.forEach(sample -> text.append(name).append(sample).append('\n'));
    }
  }
}
