package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.ProcessKind;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A process of a development cluster before it runs.
 *
 * @param settings keys and values of its configuration
 */
record PlannedProcess(String name, ProcessKind kind, Map<String, String> settings) {
  PlannedProcess {
    settings = Map.copyOf(settings);
  }

  /** Empty if it does not serve clients. */
  Optional<Integer> clientPort() {
    return Optional.ofNullable(settings.get("frontend.port")).map(Integer::valueOf);
  }

  String render() {
    return render(
        name + ", to start by hand: aumbry " + kind.command() + " --config THIS", settings);
  }

  /** The text of a configuration file with a title. */
  static String render(String title, Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(title);
    text.append("\n# Written by aumbry dev at every start: edits are lost.\n");
    new TreeMap<>(settings)
        .forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
    return text.toString();
  }
}
