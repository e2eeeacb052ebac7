package io.aumbry.deploy.operator;

import io.aumbry.deploy.json.JsonText;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Says how something gets on, whenever that is new: to people, or to programs as JSON. */
final class Teller {
  private final CommandSpec spec;
  private final boolean json;
  private List<String> said = List.of();

  Teller(CommandSpec spec, boolean json) {
    this.spec = spec;
    this.json = json;
  }

  /** Beside what programs read. */
  void notice(String line) {
    if (json) {
      spec.commandLine().getErr().println("aumbry: " + line);
    } else {
      say(line);
    }
  }

  /**
   * Nothing, if people would hear the same again.
   *
   * @param lines for people
   * @param object for programs
   */
  void say(List<String> lines, JsonText.Content object) {
    if (lines.equals(said)) {
      return;
    }
    said = lines;
    if (json) {
      say(JsonText.of(object));
    } else {
      lines.forEach(this::say);
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
