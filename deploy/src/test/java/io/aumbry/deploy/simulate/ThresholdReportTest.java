package io.aumbry.deploy.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Events;
import io.aumbry.deploy.simulate.Simulator.Operations;
import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.deploy.simulate.Simulator.Size;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ThresholdReportTest {
  private static final int ENOUGH = ThresholdReport.SUFFICIENT_RUNS;

  /** Every second run is large, and none is slow. */
  private static final class LargeRuns implements Simulator {
    @Override
    public List<String> thresholds() {
      return List.of("large", "slow");
    }

    @Override
    public Outcome run(Plan plan, Consumer<String> trace) {
      return new Outcome(
          plan,
          new Size(0, 0),
          new Events(0, 0, 0, 0, 0, List.of()),
          new Operations(0, 0, 0),
          Map.of(),
          plan.seed() % 2 == 0 ? Set.of("large") : Set.of(),
          Optional.empty());
    }
  }

  private static ThresholdReport report(long seeds) throws InterruptedException {
    SystemTime time = new SystemTime();
    Deadline end = Deadline.after(Duration.ofMinutes(1), time);
    Simulations runs = new Simulations(new LargeRuns(), 1, seeds, time, end, _ -> {});
    assertThat(runs.run(2)).isEmpty();
    return runs.thresholds();
  }

  @Test
  void countsTheRunsThatCrossedEachThreshold() throws InterruptedException {
    assertThat(report(10).lines())
        .containsExactly("     5 of 10 runs: large", "     0 of 10 runs: slow");
  }

  @Test
  void aSufficientBatchFailsAndNamesTheThresholdsThatNoRunCrossed() throws InterruptedException {
    assertThat(report(ENOUGH).failure()).hasValue("No run of 500 crossed these thresholds: [slow]");
  }

  @Test
  void aSmallBatchDoesNotFail() throws InterruptedException {
    assertThat(report(ENOUGH - 1).failure()).isEmpty();
  }

  @Test
  void aBatchThatCrossedAllDoesNotFail() {
    ThresholdReport report = new ThresholdReport(List.of("large"));
    for (int i = 0; i < ENOUGH; i++) {
      report.add(i == 7 ? Set.of("large") : Set.of());
    }
    assertThat(report.failure()).isEmpty();
  }
}
