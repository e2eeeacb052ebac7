package io.aumbry.tests.simulation.sabotage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A bug that is planted in production code, in one place or in each place that guards against the
 * same failure.
 *
 * @param name as in the table of docs/testing.md
 */
record Sabotage(String name, List<Change> changes) {
  Sabotage {
    changes = List.copyOf(changes);
  }

  Sabotage(String name, String file, String right, String wrong) {
    this(name, List.of(new Change(file, right, wrong)));
  }

  Sabotage and(String file, String right, String wrong) {
    List<Change> more = new ArrayList<>(changes);
    more.add(new Change(file, right, wrong));
    return new Sabotage(name, more);
  }

  /** Returns the changed sources, by their file below the root of the sources. */
  Map<String, String> sources(Path root) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Change change : changes) {
      Optional<String> before = Optional.ofNullable(sources.get(change.file));
      String source =
          before.isPresent() ? before.get() : Files.readString(root.resolve(change.file));
      sources.put(change.file, change.applied(source));
    }
    return sources;
  }

  /**
   * A change of one place.
   *
   * @param file below the root of the sources
   * @param right the correct code, which occurs once
   * @param wrong the code that replaces it
   */
  record Change(String file, String right, String wrong) {
    String applied(String source) {
      int at = source.indexOf(right);
      if (at < 0 || source.indexOf(right, at + 1) >= 0) {
        throw new IllegalStateException(
            file + (at < 0 ? " does not contain: " : " contains more than once: ") + right);
      }
      return source.substring(0, at) + wrong + source.substring(at + right.length());
    }
  }
}
