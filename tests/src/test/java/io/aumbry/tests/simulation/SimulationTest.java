package io.aumbry.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.aumbry.deploy.simulate.Simulator.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Some seeds of the simulator; {@code ./aumbry simulate} runs as many as one likes. */
@Timeout(600)
final class SimulationTest {
  private static final int SEEDS = Integer.getInteger("aumbry.simulation.seeds", 6);

  /**
   * What is written to a stream that threads outside the simulation write to too may wait for them.
   */
  private final Logger log = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

  private final Level before = log.getLevel();
  private final ClusterSimulator simulator = new ClusterSimulator();

  @BeforeEach
  void silence() {
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void speak() {
    log.setLevel(before);
  }

  private Outcome run(long seed) {
    return simulator.run(seed, line -> {});
  }

  @Test
  void nothingIsFoundThatMustNeverBe() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Outcome outcome = run(seed);
      assertThat(outcome.finding())
          .as(() -> "seed " + outcome.seed() + "\n" + String.join("\n", outcome.events().tail()))
          .isEmpty();
      assertThat(outcome.operations().answered())
          .as("operations of seed " + seed)
          .isGreaterThan(100);
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
