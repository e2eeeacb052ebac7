package io.aumbry.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Some seeds of the simulator; {@code ./aumbry simulate} runs as many as one likes. */
@Timeout(600)
@ExtendWith(Quiet.class)
final class SimulationTest {
  private static final int SEEDS = Integer.getInteger("aumbry.simulation.seeds", 60);

  private final ClusterSimulator simulator = new ClusterSimulator();

  private Outcome run(long seed) {
    return simulator.run(Plan.whole(seed), line -> {});
  }

  @Test
  void nothingIsFoundThatMustNeverBe() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Outcome outcome = run(seed);
      assertThat(outcome.finding())
          .as(() ->
              "seed " + outcome.plan().seed() + "\n" + String.join("\n", outcome.events().tail()))
          .isEmpty();
      assertThat(outcome.operations().answered()).as("operations of seed " + seed).isPositive();
    }
  }

  @Test
  void aSeedIsOneRunEventForEvent() {
    Outcome first = run(77);
    Outcome second = run(77);
    assertThat(second.events().steps()).isEqualTo(first.events().steps());
    assertThat(second.events().hash()).isEqualTo(first.events().hash());
    assertThat(run(78).events().hash()).isNotEqualTo(first.events().hash());
  }
}
