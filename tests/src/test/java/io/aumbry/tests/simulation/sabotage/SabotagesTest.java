package io.aumbry.tests.simulation.sabotage;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.simulation.scenario.Scenario;
import io.aumbry.tests.simulation.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that each sabotage still matches the code and its row in the table of the docs. */
final class SabotagesTest {
  private static final String HEADER = "| sabotage | seeds it took | scenario |";
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /**
   * A row of the table.
   *
   * @param seeds until one noticed the sabotage, or text
   * @param scenario "yes", or a class of another test in backticks, or nothing
   */
  private record Row(String name, String seeds, String scenario) {
    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      return new Row(cells[1].strip(), cells[2].strip(), cells[3].strip());
    }

    String test() {
      return scenario.replace("`", "");
    }
  }

  @Test
  void everySabotageApplies() throws IOException {
    for (Sabotage sabotage : Sabotages.all()) {
      Map<String, String> sources = sabotage.sources(Path.of(".."));
      for (Sabotage.Change change : sabotage.changes()) {
        assertThat(sources.get(change.file()))
            .as(sabotage.name())
            .contains(change.wrong())
            .isNotEqualTo(change.right());
      }
    }
  }

  @Test
  void scenariosNameKnownSabotages() {
    assertThat(Scenarios.all()).allSatisfy(scenario -> assertThat(scenario.notices()).isNotEmpty());
    assertThat(Scenarios.all())
        .flatExtracting(Scenario::notices)
        .isSubsetOf(Sabotages.all().stream().map(Sabotage::name).toList());
  }

  @Test
  void namesAreDifferent() {
    assertThat(Sabotages.all()).extracting(Sabotage::name).doesNotHaveDuplicates();
    assertThat(Sabotages.all()).hasSizeGreaterThanOrEqualTo(30);
  }

  @Test
  void theTableOfTheDocsHasEachSabotageOnce() throws IOException {
    assertThat(table())
        .extracting(Row::name)
        .containsExactlyInAnyOrderElementsOf(Sabotages.all().stream().map(Sabotage::name).toList());
  }

  @Test
  void theTableOfTheDocsShowsWhatNoticesEachSabotage() throws IOException {
    List<String> noticed =
        Scenarios.all().stream().flatMap(scenario -> scenario.notices().stream()).toList();
    Set<String> tests = testClasses();
    for (Row row : table()) {
      boolean hasScenario = row.scenario().equals("yes");
      assertThat(hasScenario)
          .as("a scenario that notices: %s", row.name())
          .isEqualTo(noticed.contains(row.name()));
      assertThat(hasScenario || NUMBER.matcher(row.seeds()).matches() || tests.contains(row.test()))
          .as("seeds, a scenario or a test that notice: %s", row.name())
          .isTrue();
    }
  }

  /** The names of all classes of tests. */
  private static Set<String> testClasses() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Test.java") || name.endsWith("Stress.java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }

  private static List<Row> table() throws IOException {
    return Files.readString(Path.of("../docs/testing.md"))
        .lines()
        .dropWhile(line -> !line.equals(HEADER))
        .skip(2)
        .takeWhile(line -> !line.isEmpty())
        .map(Row::of)
        .toList();
  }
}
