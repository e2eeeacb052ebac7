package io.aumbry.tests.simulation.sabotage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One place of the production code made wrong.
 *
 * @param name as in the table
 * @param file below the root of the sources
 * @param right what is there, once
 * @param wrong what is there instead
 */
record Sabotage(String name, String file, String right, String wrong) {
  /** The source with the sabotage in it. */
  String applied(Path root) throws IOException {
    String source = Files.readString(root.resolve(file));
    int at = source.indexOf(right);
    if (at < 0 || source.indexOf(right, at + 1) >= 0) {
      throw new IllegalStateException(
          name
              + " does not apply: "
              + file
              + (at < 0 ? " has none" : " has more than one")
              + " of "
              + right);
    }
    return source.substring(0, at) + wrong + source.substring(at + right.length());
  }
}
