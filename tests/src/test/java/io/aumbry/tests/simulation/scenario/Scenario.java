package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.load.Stage;
import java.util.List;
import java.util.function.Consumer;

/**
 * An incident that must end well.
 *
 * @param name a sentence that is true
 * @param notices names of sabotages that it fails under, none if it is not shown to bite
 * @param script which throws a finding when the sentence is not true
 */
public record Scenario(String name, List<String> notices, Consumer<Stage> script) {
  private static final long SEED = 1;

  public Scenario {
    notices = List.copyOf(notices);
  }

  /** Plays it from the beginning. */
  public void play() {
    script.accept(new Stage(SEED));
  }
}
