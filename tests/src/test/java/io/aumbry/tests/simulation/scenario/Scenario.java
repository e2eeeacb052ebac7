package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.load.Stage;
import java.util.List;
import java.util.function.Consumer;

/**
 * An incident that must end well.
 *
 * @param name a sentence that is true
 * @param notices names of sabotages that it fails under, by which it is shown to bite
 * @param cluster that it happens to
 * @param script which throws a finding when the sentence is not true
 */
public record Scenario(
    String name, List<String> notices, ClusterPlan cluster, Consumer<Stage> script) {
  private static final long SEED = 1;

  public Scenario {
    notices = List.copyOf(notices);
  }

  /** In a small cluster of one partition. */
  Scenario(String name, List<String> notices, Consumer<Stage> script) {
    this(name, notices, ClusterPlan.scripted(), script);
  }

  /** Plays it from the beginning. */
  public void play() {
    script.accept(new Stage(SEED, cluster));
  }
}
