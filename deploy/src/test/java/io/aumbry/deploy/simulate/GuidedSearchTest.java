package io.aumbry.deploy.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Events;
import io.aumbry.deploy.simulate.Simulator.Operations;
import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.deploy.simulate.Simulator.Reached;
import io.aumbry.deploy.simulate.Simulator.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class GuidedSearchTest {
  private final List<Plan> ran = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  /** A search over runs with features and findings that are functions of the plan. */
  private GuidedSearch search(
      Function<Plan, Set<Long>> features, Function<Plan, Optional<String>> finding) {
    Simulator.Reach reach =
        new Simulator.Reach() {
          @Override
          public Reached run(Plan plan) {
            ran.add(plan);
            return new Reached(outcome(plan, finding.apply(plan)), features.apply(plan));
          }

          @Override
          public List<String> never() {
            return List.of();
          }
        };
    return new GuidedSearch(reach, 1, told::add);
  }

  private static Outcome outcome(Plan plan, Optional<String> finding) {
    return new Outcome(
        plan,
        new Size(0, 0),
        new Events(1, 1, 1, 0, 0, List.of()),
        new Operations(1, 1, 0),
        Map.of(),
        Set.of(),
        finding);
  }

  private void runs(GuidedSearch search, int count) {
    assertThat(search.run(() -> ran.size() >= count)).isEmpty();
  }

  @Test
  void aPlanThatReachesSomethingNewIsMutated() {
    runs(search(plan -> plan.seed() == 2 ? Set.of(1L, 2L) : Set.of(1L), _ -> Optional.empty()), 8);
    assertThat(told).containsExactly("kept --seed 1: 1 new", "kept --seed 2: 1 new");
    assertThat(ran.stream().map(Plan::toString))
        .containsExactly(
            "--seed 1",
            "--seed 1 --mutations 0",
            "--seed 2",
            "--seed 2 --mutations 0",
            "--seed 3",
            "--seed 2 --mutations 1",
            "--seed 4",
            "--seed 1 --mutations 1");
  }

  private boolean hasFound() {
    return told.stream().anyMatch(line -> line.startsWith("found"));
  }

  /**
   * The finding needs five mutations in a row, and each is reachable only from the previous one.
   */
  @Test
  void stepsThatLeadFurtherAreFollowed() {
    GuidedSearch search =
        search(
            plan -> Set.of((long) plan.mutations().size()),
            plan -> plan.mutations().size() == 5 ? Optional.of("lost") : Optional.empty());
    List<Outcome> found = search.run(() -> ran.size() >= 1000 || hasFound());
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().plan()).hasToString("--seed 1 --mutations 0,0,0,0,0");
    assertThat(told.getLast())
        .isEqualTo("found: aumbry simulate --seed 1 --mutations 0,0,0,0,0: lost");
  }

  @Test
  void theSameFindingIsReportedOnce() {
    GuidedSearch search = search(_ -> Set.of(), plan -> Optional.of("lost blob " + plan.seed()));
    assertThat(search.run(() -> ran.size() >= 20)).hasSize(1);
    assertThat(told).hasSize(1);
  }
}
