package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.load.Stage;
import java.util.List;
import java.util.function.Consumer;

/**
 * A scripted incident that must end well.
 *
 * @param name a sentence that the scenario proves
 * @param notices names of the sabotages that make it fail
 * @param cluster on which it runs
 * @param script throws a finding when the sentence is false
 */
public record Scenario(
    String name, List<String> notices, ClusterPlan cluster, Consumer<Stage> script) {
  private static final long SEED = 1;

  public Scenario {
    notices = List.copyOf(notices);
  }

  Scenario(String name, List<String> notices, Consumer<Stage> script) {
    this(name, notices, ClusterPlan.scripted(), script);
  }

  public void play() {
    script.accept(new Stage(SEED, cluster));
  }
}
