package io.aumbry.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class CpuAverageTest {
  private final Queue<Double> shares = new ArrayDeque<>();
  private final CpuAverage average = new CpuAverage(shares::remove);
  private long nowNanos = -1;

  private void sample(Double... next) {
    shares.addAll(Arrays.asList(next));
    while (!shares.isEmpty()) {
      nowNanos += CpuAverage.PERIOD.toNanos();
      average.sample(nowNanos);
    }
  }

  /** It would measure a few milliseconds only. */
  @Test
  void anotherSampleInTheSamePeriodHasNoEffect() {
    sample(0.5, 0.2);
    average.sample(nowNanos + CpuAverage.PERIOD.toNanos() / 2 - 1);
    assertThat(average.percent()).hasValue(20);
    shares.add(0.4);
    average.sample(nowNanos + CpuAverage.PERIOD.toNanos() / 2);
    assertThat(average.percent()).hasValue(30);
  }

  /** The first value is for an unknown time before. */
  @Test
  void theFirstSampleBeginsTheFirstPeriod() {
    sample(0.9);
    assertThat(average.percent()).isEmpty();
    sample(0.3);
    assertThat(average.percent()).hasValue(30);
    sample(0.7);
    assertThat(average.percent()).hasValue(50);
  }

  @Test
  void oldSamplesLeaveTheAverage() {
    sample(0.0, 1.0);
    for (int count = 0; count < CpuAverage.SAMPLES - 1; count++) {
      sample(0.0);
    }
    assertThat(average.percent()).hasValue(6);
    sample(0.0);
    assertThat(average.percent()).hasValue(0);
  }

  @Test
  void aShareThatCannotBeMeasuredMakesTheLoadUnknown() {
    sample(0.5, 0.5);
    assertThat(average.percent()).isPresent();
    sample(-1.0);
    assertThat(average.percent()).isEmpty();
    sample(Double.NaN);
    assertThat(average.percent()).isEmpty();
    sample(0.25);
    assertThat(average.percent()).hasValue(25);
  }

  /** The value depends on other work of the machine. */
  @Test
  void theLoadOfThisMachineIsMeasured() {
    CpuAverage machine = new CpuAverage(CpuAverage.cpuOfMachine());
    machine.sample(0);
    machine.sample(CpuAverage.PERIOD.toNanos());
    assertThat(machine.percent().orElseThrow()).isBetween(0, 100);
  }
}
