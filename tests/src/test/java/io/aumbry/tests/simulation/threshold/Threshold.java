package io.aumbry.tests.simulation.threshold;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A time or size at which the product changes what it does. A run has crossed it when it reaches a
 * line of the product's code that lies behind it.
 *
 * @param name as in the report
 * @param module folder of the module
 * @param type class with the line, below {@code io.aumbry}
 * @param text of the source, found there once; its last line is the one to be reached
 */
record Threshold(String name, String module, String type, String text) {
  /** Binary name of the class. */
  String binaryName() {
    return "io.aumbry." + type;
  }

  /**
   * The number of the line behind the threshold.
   *
   * @throws IllegalStateException if the text is not there, or more than once
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
          file + (at < 0 ? " has none" : " has more than one") + " of " + text);
    }
    return (int) source.substring(0, at + text.length()).lines().count();
  }
}
