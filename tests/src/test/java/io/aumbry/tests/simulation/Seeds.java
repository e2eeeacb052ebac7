package io.aumbry.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;

/** Seeds that a build runs: each other one in each of two test classes, which run side by side. */
final class Seeds {
  private static final int COUNT = Integer.getInteger("aumbry.simulation.seeds", 500);

  /** Operations of a seed that are answered, on average, at least: some short ones have none. */
  private static final long LEAST = 20;

  private final ClusterSimulator simulator = new ClusterSimulator();

  Outcome run(long seed) {
    return simulator.run(Plan.whole(seed), line -> {});
  }

  /** Finds nothing in each second seed from this one on, though they do something. */
  void requireNothing(long first) {
    long answered = 0;
    long seeds = 0;
    for (long seed = first; seed <= COUNT; seed += 2) {
      Outcome outcome = run(seed);
      assertThat(outcome.finding())
          .as(() ->
              "seed " + outcome.plan().seed() + "\n" + String.join("\n", outcome.events().tail()))
          .isEmpty();
      answered += outcome.operations().answered();
      seeds++;
    }
    assertThat(answered).as("operations of %d seeds", seeds).isGreaterThan(LEAST * seeds);
  }
}
