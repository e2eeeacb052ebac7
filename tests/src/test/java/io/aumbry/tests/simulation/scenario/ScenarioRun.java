package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.Quiet;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.List;

/**
 * {@code ScenarioRun [NAME]}: runs the scenario with this name, or all. Exits with 1 when one
 * fails.
 */
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
        System.out.println("passed: " + scenario.name());
      } catch (Finding found) {
        failed++;
        System.out.println("failed: " + scenario.name() + ": " + found.getMessage());
      }
    }
    System.exit(failed == 0 ? 0 : 1);
  }
}
