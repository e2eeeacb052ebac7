package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.ProcessKind;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process of a development cluster before it runs.
 *
 * @param settings key and value of what its configuration says
 */
record PlannedProcess(String name, ProcessKind kind, Map<String, String> settings) {
  PlannedProcess {
    settings = Map.copyOf(settings);
  }

  /** The text of its configuration. */
  String render() {
    return render(
        name + ", started by hand: aumbry " + kind.command() + " --config THIS", settings);
  }

  /** The text of a configuration with a title. */
  static String render(String title, Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(title);
    text.append("\n# Written by aumbry dev at every start: changes are lost.\n");
    new TreeMap<>(settings)
        .forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
    return text.toString();
  }
}
