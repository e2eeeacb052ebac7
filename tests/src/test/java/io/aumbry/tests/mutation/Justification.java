package io.aumbry.tests.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The reason why surviving mutants do no harm.
 *
 * @param place of the mutants
 * @param count the number of mutants there
 * @param reason why no test needs to notice
 */
record Justification(Mutant.Place place, int count, String reason) {
  /**
   * Reads the list. Blank lines separate the entries. The first line of an entry names the class,
   * the method, the mutator and, if there are several such mutants, their number. The second line
   * is the source, and the others are the reason.
   */
  static List<Justification> read(Path file) throws IOException {
    List<Justification> read = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line.strip());
      } else if (!lines.isEmpty()) {
        read.add(parse(lines));
        lines.clear();
      }
    }
    if (!lines.isEmpty()) {
      read.add(parse(lines));
    }
    return read;
  }

  private static Justification parse(List<String> lines) {
    List<String> words = Arrays.asList(lines.getFirst().split("\\s+"));
    if (lines.size() < 3 || words.size() < 3 || words.size() > 4) {
      throw new IllegalArgumentException("not a justification: " + lines);
    }
    Mutant.Place place = new Mutant.Place(words.get(0), words.get(1), words.get(2), lines.get(1));
    int count = words.size() == 4 ? Integer.parseInt(words.get(3)) : 1;
    return new Justification(place, count, String.join(" ", lines.subList(2, lines.size())));
  }
}
