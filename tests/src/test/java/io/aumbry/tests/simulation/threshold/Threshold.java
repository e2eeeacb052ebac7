package io.aumbry.tests.simulation.threshold;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A time or size at which the behaviour of the product changes. A run has crossed it when it
 * reaches the line of the product's code behind it.
 *
 * @param name as in the report
 * @param module folder of the module
 * @param type class with the line, below {@code io.aumbry}
 * @param text of the source, which occurs once; its last line is the line to reach
 */
record Threshold(String name, String module, String type, String text) {
  String binaryName() {
    return "io.aumbry." + type;
  }

  /**
   * Returns the number of the line behind the threshold.
   *
   * @throws IllegalStateException if the text does not occur exactly once
   */
  int line(Path root) throws IOException {
    Path file =
        root.resolve(module)
            .resolve("src/main/java/io/aumbry")
            .resolve(type.replace('.', '/') + ".java");
    String source = Files.readString(file);
    int at = source.indexOf(text);
    if (at < 0 || source.indexOf(text, at + 1) >= 0) {
      throw new IllegalStateException(
          file + (at < 0 ? " does not contain: " : " contains more than once: ") + text);
    }
    return (int) source.substring(0, at + text.length()).lines().count();
  }
}
