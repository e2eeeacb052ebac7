package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DataCenterLatenciesTest {
  private static final long SPAN = Duration.ofMinutes(1).toNanos();

  private final DataCenterLatencies distances = new DataCenterLatencies(Duration.ofMinutes(1));

  @Test
  void anUnknownDataCentreIsNear() {
    assertThat(distances.nanos(2, 0)).isZero();
    distances.record(2, 100, 0);
    assertThat(distances.nanos(2, 0)).isEqualTo(100);
    assertThat(distances.nanos(3, 0)).isZero();
  }

  @Test
  void oneAnswerMovesTheMeanALittleAndManyMoveItAllTheWay() {
    distances.record(2, 1000, 0);
    distances.record(2, 9000, 0);
    assertThat(distances.nanos(2, 0)).isEqualTo(2000);
    for (int i = 0; i < 100; i++) {
      distances.record(2, 9000, 0);
    }
    assertThat(distances.nanos(2, 0)).isBetween(8900L, 9000L);
  }

  @Test
  void aDataCentreNotAskedForAWhileIsTriedAgain() {
    distances.record(2, 1000, 0);
    assertThat(distances.nanos(2, SPAN - 1)).isEqualTo(1000);
    assertThat(distances.nanos(2, SPAN)).isZero();
  }
}
