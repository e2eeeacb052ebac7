package io.aumbry.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings in a configuration file.
 *
 * <p>A line is empty, a comment (its first non-space character is {@code #}), or {@code key =
 * value}. Spaces around key and value are ignored. There are no quotes, escapes or continuation
 * lines. A value may contain any character, but {@code " #"} is refused because it looks like a
 * comment.
 */
record ConfigFile(String name, List<Line> lines) {

  /** One setting, as written. */
  record Line(int number, String key, String value) {}

  static ConfigFile read(Path file) {
    try {
      return parse(file.toString(), Files.readAllLines(file));
    } catch (IOException failure) {
      throw new ConfigException("cannot read the configuration " + file + ": " + reason(failure));
    }
  }

  static ConfigFile parse(String name, List<String> text) {
    List<Line> lines = new ArrayList<>();
    List<String> mistakes = new ArrayList<>();
    for (int i = 0; i < text.size(); i++) {
      String line = text.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        parseLine(name + ":" + (i + 1), i + 1, line, lines, mistakes);
      }
    }
    if (!mistakes.isEmpty()) {
      throw new ConfigException(mistakes);
    }
    return new ConfigFile(name, lines);
  }

  String where(Line line) {
    return name + ":" + line.number();
  }

  private static void parseLine(
      String where, int number, String line, List<Line> lines, List<String> mistakes) {
    int equals = line.indexOf('=');
    if (equals < 1) {
      mistakes.add(where + ": '" + line + "' is not of the form key = value");
      return;
    }
    Line parsed =
        new Line(number, line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    if (parsed.value().isEmpty()) {
      mistakes.add(where + ": " + parsed.key() + " has no value; remove the line instead");
    } else if (parsed.value().contains(" #")) {
      mistakes.add(where + ": a comment needs a line of its own");
    } else {
      lines.add(parsed);
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof java.nio.file.NoSuchFileException
        ? "no such file"
        : failure.toString();
  }
}
