package io.aumbry.tests.simulation.sabotage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Production code made wrong: in one place, or in each of those that guard against the same.
 *
 * @param name as in the table
 */
record Sabotage(String name, List<Change> changes) {
  Sabotage {
    changes = List.copyOf(changes);
  }

  Sabotage(String name, String file, String right, String wrong) {
    this(name, List.of(new Change(file, right, wrong)));
  }

  /** This one and that as well, in another file. */
  Sabotage and(String file, String right, String wrong) {
    List<Change> more = new ArrayList<>(changes);
    more.add(new Change(file, right, wrong));
    return new Sabotage(name, more);
  }

  /**
   * One place.
   *
   * @param file below the root of the sources
   * @param right what is there, once
   * @param wrong what is there instead
   */
  record Change(String file, String right, String wrong) {
    /** The source with the change in it. */
    String applied(Path root) throws IOException {
      String source = Files.readString(root.resolve(file));
      int at = source.indexOf(right);
      if (at < 0 || source.indexOf(right, at + 1) >= 0) {
        throw new IllegalStateException(
            file + (at < 0 ? " has none" : " has more than one") + " of " + right);
      }
      return source.substring(0, at) + wrong + source.substring(at + right.length());
    }
  }
}
