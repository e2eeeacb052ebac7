package io.aumbry.tests.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The other half of what {@link SimulationIT} runs. */
@Timeout(1200)
@ExtendWith(Quiet.class)
final class EvenSeedsIT {
  @Test
  void nothingIsFoundThatMustNeverBe() {
    new Seeds().requireNothing(2);
  }
}
