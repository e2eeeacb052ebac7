package io.aumbry.tests.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The other half of what {@link SimulationTest} runs. */
@Timeout(1200)
@ExtendWith(Quiet.class)
final class EvenSeedsTest {
  @Test
  void nothingIsFoundThatMustNeverBe() {
    new Seeds().requireNothing(2);
  }
}
