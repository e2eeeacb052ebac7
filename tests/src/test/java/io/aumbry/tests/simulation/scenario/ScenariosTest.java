package io.aumbry.tests.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.simulation.Quiet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs all scenarios. {@code tests/sabotage} shows that each can fail. */
@ExtendWith(Quiet.class)
final class ScenariosTest {
  static Stream<String> names() {
    return Scenarios.all().stream().map(Scenario::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void endsWell(String name) {
    Scenarios.named(name).orElseThrow().play();
  }

  @Test
  void namesAreDifferent() {
    assertThat(names()).doesNotHaveDuplicates();
  }
}
