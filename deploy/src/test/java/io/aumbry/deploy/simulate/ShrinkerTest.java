package io.aumbry.deploy.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Events;
import io.aumbry.deploy.simulate.Simulator.Operations;
import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.deploy.simulate.Simulator.Size;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class ShrinkerTest {
  private int runs;

  /** A simulator with a finding if the plan satisfies {@code finds}. */
  private Simulator that(Predicate<Plan> finds) {
    return (plan, trace) -> {
      runs++;
      return new Outcome(
          plan,
          new Size(20, 1000),
          new Events(1, 1, 1, 0, 0, List.of()),
          new Operations(1, 1, 0),
          Map.of(),
          Set.of(),
          finds.test(plan) ? Optional.of("lost") : Optional.empty());
    };
  }

  private static Outcome shrunk(Simulator simulator, int mostRuns) {
    Outcome whole = simulator.run(Plan.whole(7), line -> {});
    return new Shrinker(simulator, whole, mostRuns, line -> {}).shrink();
  }

  @Test
  void onlyTheNecessaryPartsAreLeft() {
    Outcome smallest =
        shrunk(
            that(plan ->
                plan.faults().contains(3)
                    && plan.faults().contains(17)
                    && plan.operations().contains(500)),
            500);
    assertThat(smallest.plan()).hasToString("--seed 7 --faults 3,17 --operations 500");
    assertThat(smallest.finding()).contains("lost");
    assertThat(runs).isLessThan(200);
  }

  @Test
  void nothingIsLeftIfNothingIsNecessary() {
    assertThat(shrunk(that(plan -> true), 500).plan())
        .hasToString("--seed 7 --faults  --operations ");
  }

  @Test
  void partsLeftOutBeforeStayOut() {
    Simulator simulator = that(plan -> plan.faults().contains(3) || plan.faults().contains(5));
    Plan plan = new Plan(7, List.of(), NumberSet.parse("3,4"), NumberSet.parse("10-20"));
    Outcome part = simulator.run(plan, line -> {});
    assertThat(new Shrinker(simulator, part, 500, line -> {}).shrink().plan())
        .hasToString("--seed 7 --faults 3 --operations ");
    assertThat(runs).isLessThan(20);
  }

  @Test
  void shrinkingEndsAtTheLimitOfRuns() {
    Outcome smallest = shrunk(that(plan -> plan.operations().contains(999)), 12);
    assertThat(smallest.finding()).isPresent();
    assertThat(smallest.plan().operations().contains(999)).isTrue();
    assertThat(runs).isLessThanOrEqualTo(14);
  }
}
