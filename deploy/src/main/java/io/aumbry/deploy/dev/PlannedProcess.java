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
    StringBuilder text = new StringBuilder();
    text.append("# ").append(name).append(", started by hand: aumbry ").append(kind.command());
    text.append(" --config THIS\n# Written by aumbry dev at every start: changes are lost.\n");
    new TreeMap<>(settings)
        .forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
    return text.toString();
  }
}
