package io.aumbry.tests.simulation.sabotage;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.simulation.scenario.Scenario;
import io.aumbry.tests.simulation.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that each sabotage still matches the code. */
final class SabotagesTest {
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
}
