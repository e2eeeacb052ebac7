package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HealingTimeTest {
  @Test
  void replicasWithoutProgressGetNoMoreTime() {
    HealingTime time = new HealingTime(90, 10, 1_000);
    assertThat(time.isOver(99, 1_000)).isFalse();
    assertThat(time.isOver(100, 901)).isTrue();
    assertThat(time.granted()).isEqualTo(90);
  }

  @Test
  void replicasThatAreUpToDateGetNoMoreTime() {
    assertThat(new HealingTime(90, 10, 0).isOver(100, 0)).isTrue();
  }

  @Test
  void replicasWithProgressGetTheSameTimeAgain() {
    HealingTime time = new HealingTime(90, 10, 1_000);
    assertThat(time.isOver(100, 900)).isFalse();
    assertThat(time.isOver(189, 900)).isFalse();
    assertThat(time.isOver(190, 811)).as("progress of less than a tenth").isTrue();
    assertThat(time.granted()).isEqualTo(180);
  }

  @Test
  void theNumberOfExtensionsIsLimited() {
    HealingTime time = new HealingTime(1, 0, 1L << 40);
    for (int i = 1; i < HealingTime.MOST_TIMES; i++) {
      assertThat(time.isOver(i, 1L << (40 - i))).isFalse();
    }
    assertThat(time.isOver(HealingTime.MOST_TIMES, 1)).isTrue();
  }
}
