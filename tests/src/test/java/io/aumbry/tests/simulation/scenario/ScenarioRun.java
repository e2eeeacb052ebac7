package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.Quiet;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.List;

/** Plays the scenario of a name, or all: {@code ScenarioRun [NAME]}. Exits with 1 when it fails. */
public final class ScenarioRun {
  private ScenarioRun() {}

  static void main(String[] arguments) {
    new Quiet().silence();
    List<Scenario> chosen =
        arguments.length == 0
            ? Scenarios.all()
            : List.of(Scenarios.named(arguments[0]).orElseThrow());
    int failed = 0;
    for (Scenario scenario : chosen) {
      try {
        scenario.play();
        System.out.println("well: " + scenario.name());
      } catch (Finding found) {
        failed++;
        System.out.println("found: not that " + scenario.name() + ": " + found.getMessage());
      }
    }
    System.exit(failed == 0 ? 0 : 1);
  }
}
