package io.aumbry.tests.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Classes to mutate, and the unit tests of their module that must notice.
 *
 * @param module its folder
 * @param classes names, in which {@code *} stands for any text; nested classes are included
 * @param tests names of test classes, in which {@code *} stands for any text
 */
record Target(String module, List<String> classes, List<String> tests) {
  Target {
    classes = List.copyOf(classes);
    tests = List.copyOf(tests);
  }

  /**
   * Reads the list. A line has a module and its classes, and the indented lines below it have the
   * tests.
   */
  static List<Target> read(Path file) throws IOException {
    List<Target> targets = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      List<String> words = List.of(line.strip().split("\\s+"));
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (Character.isWhitespace(line.charAt(0))) {
        Target last = targets.removeLast();
        List<String> tests = Stream.concat(last.tests.stream(), words.stream()).toList();
        targets.add(new Target(last.module, last.classes, tests));
      } else {
        targets.add(new Target(words.getFirst(), words.subList(1, words.size()), List.of()));
      }
    }
    return targets;
  }

  /**
   * Returns the part of this target that the names select. A name selects every class that contains
   * it.
   */
  Optional<Target> selected(List<String> names) {
    if (names.isEmpty()) {
      return Optional.of(this);
    }
    List<String> chosen = new ArrayList<>();
    for (String pattern : classes) {
      if (names.stream().anyMatch(pattern::contains)) {
        chosen.add(pattern);
      } else {
        names.stream().filter(name -> matches(pattern, name)).forEach(chosen::add);
      }
    }
    return chosen.isEmpty() ? Optional.empty() : Optional.of(new Target(module, chosen, tests));
  }

  String classArgument() {
    return String.join(
        ",", classes.stream().flatMap(name -> Stream.of(name, name + "$*")).toList());
  }

  private static boolean matches(String pattern, String name) {
    return name.matches(pattern.replace(".", "\\.").replace("$", "\\$").replace("*", ".*"));
  }
}
