package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HealingTimeTest {
  @Test
  void replicasWithoutProgressGetNoMoreTime() {
    HealingTime time = new HealingTime(90, 10, records(1_000));
    assertThat(time.isOver(99, records(1_000))).isFalse();
    assertThat(time.isOver(100, records(901))).isTrue();
  }

  @Test
  void replicasThatAreUpToDateGetNoMoreTime() {
    assertThat(new HealingTime(90, 10, records(0)).isOver(100, records(0))).isTrue();
  }

  @Test
  void replicasWithProgressGetTheSameTimeAgain() {
    HealingTime time = new HealingTime(90, 10, records(1_000));
    assertThat(time.isOver(100, records(900))).isFalse();
    assertThat(time.isOver(189, records(900))).isFalse();
    assertThat(time.isOver(190, records(811))).as("progress of less than a tenth").isTrue();
  }

  @Test
  void theNumberOfExtensionsIsLimited() {
    HealingTime time = new HealingTime(1, 0, records(1L << 40));
    for (int i = 1; i < HealingTime.MOST_TIMES; i++) {
      assertThat(time.isOver(i, records(1L << (40 - i)))).isFalse();
    }
    assertThat(time.isOver(HealingTime.MOST_TIMES, records(1))).isTrue();
  }

  @Test
  void fewerDifferencesAreProgressAlthoughAPeerThatReturnedHasMoreRecords() {
    HealingTime time = new HealingTime(90, 10, new HealingTime.Left(1_000, 700));
    assertThat(time.isOver(100, new HealingTime.Left(3_000, 171))).isFalse();
    assertThat(time.isOver(190, new HealingTime.Left(2_000, 171))).isTrue();
  }

  private static HealingTime.Left records(long behind) {
    return new HealingTime.Left(behind, 1);
  }
}
