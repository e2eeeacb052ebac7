package io.aumbry.deploy.dev;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that a cluster exports, and those of {@code docs/metrics.md}, by name. */
final class DocumentedMetrics {
  private static final Pattern ROW =
      Pattern.compile("\\| `(aumbry_\\w+)` \\| (\\w+) \\|([^|]*)\\| (.*) \\|");
  private static final Pattern HELP = Pattern.compile("# HELP (\\w+) (.*)");
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\w+) (.*)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"[^\"]*\"");

  private DocumentedMetrics() {}

  /** The documented properties of a metric. */
  record Metric(String kind, Set<String> labels, String meaning) {}

  /** The metrics that any process of the cluster exports. */
  static Map<String, Metric> shown(DevCluster cluster) throws Exception {
    Map<String, Metric> shown = new TreeMap<>();
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String line : cluster.addresses()) {
        String admin = line.substring(line.indexOf("admin ") + "admin ".length());
        HttpRequest request = HttpRequest.newBuilder(URI.create(admin + "/metrics")).build();
        read(http.send(request, BodyHandlers.ofLines()).body().toList(), shown);
      }
    }
    return shown;
  }

  /** A metric has a HELP line, a TYPE line, and one or more samples. */
  private static void read(List<String> lines, Map<String, Metric> shown) {
    for (int i = 0; i + 2 < lines.size(); i++) {
      Matcher help = HELP.matcher(lines.get(i));
      Matcher type = TYPE.matcher(lines.get(i + 1));
      if (help.matches() && type.matches()) {
        Set<String> labels = new TreeSet<>();
        LABEL.matcher(lines.get(i + 2)).results().forEach(label -> labels.add(label.group(1)));
        labels.remove("quantile");
        shown.put(help.group(1), new Metric(type.group(2), labels, help.group(2)));
      }
    }
  }

  static Map<String, Metric> documented() throws Exception {
    Map<String, Metric> documented = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("../docs/metrics.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Set<String> labels = new TreeSet<>(List.of(row.group(3).strip().split(", ", -1)));
        labels.remove("");
        String meaning = row.group(4).replace("`", "");
        documented.put(row.group(1), new Metric(row.group(2), labels, meaning));
      }
    }
    return documented;
  }
}
