package io.aumbry.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Some seeds of the simulator; {@code ./aumbry simulate} runs as many as one likes. */
@Timeout(1200)
@ExtendWith(Quiet.class)
final class SimulationIT {
  private final Seeds seeds = new Seeds();

  @Test
  void nothingIsFoundThatMustNeverBe() throws InterruptedException, ExecutionException {
    seeds.requireNothing();
  }

  @Test
  void aSeedIsOneRunEventForEvent() {
    Outcome first = seeds.run(77);
    Outcome second = seeds.run(77);
    assertThat(second.events().steps()).isEqualTo(first.events().steps());
    assertThat(second.events().hash()).isEqualTo(first.events().hash());
    assertThat(seeds.run(78).events().hash()).isNotEqualTo(first.events().hash());
  }
}
