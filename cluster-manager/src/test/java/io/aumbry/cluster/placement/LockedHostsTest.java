package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which moves the locks of other activities delay, and which they do not. */
class LockedHostsTest {
  private static final String FOUR = "a/1/40 b/2/40 c/3/40 d/4/40";
  private static final int MOST = 32;

  private static void step(PlacementModel model, String... lost) {
    PlacementSnapshot seen = model.snapshot();
    model.write(seen, model.plan(seen, MOST, Set.of(lost)));
  }

  /** Another activity works on the host. An empty host would get replicas. */
  @Test
  void aRebalanceChangesNoLockedHostAndAsksForTheHostsOfOneMove() {
    PlacementModel model = new PlacementModel(FOUR, 8).placed("a", "b", "c");
    model.locked.add("d");
    step(model);
    assertThat(model.stage).as("it has begun, and waits").isEqualTo(Stage.RUNNING);
    Plan waiting = model.plan(MOST, Set.of());
    assertThat(waiting.all()).isEmpty();
    assertThat(waiting.hosts()).containsExactly("a", "d");
    assertThat(waiting.stage()).isEqualTo(Stage.RUNNING);
    model.locked.clear();
    Plan free = model.plan(MOST, Set.of());
    assertThat(free.lists()).isEmpty();
    assertThat(free.moves().values()).isNotEmpty().allMatch(list -> list.nodes().contains("d"));
    assertThat(free.hosts()).as("the hosts that the moves change").contains("a", "d");
    step(model);
    assertThat(model.lists.values()).anyMatch(list -> list.contains("d"));
  }

  @Test
  void aRebalancePrefersMovesBetweenFreeHosts() {
    PlacementModel model = new PlacementModel(FOUR + " e/4/40", 9).placed("a", "b", "c");
    model.stage = Stage.RUNNING;
    model.locked.add("d");
    Plan plan = model.plan(MOST, Set.of());
    assertThat(plan.moves().values())
        .isNotEmpty()
        .allMatch(list -> list.nodes().contains("e") && !list.nodes().contains("d"));
    assertThat(plan.hosts()).contains("e").doesNotContain("d");
  }

  /** A move depends on the other replicas of the partition. */
  @Test
  void noMoveBeginsBesideAReplicaOnALockedHost() {
    PlacementModel model = new PlacementModel("a/1/40 b/2/40 c/3/40 d/1/40", 8);
    model.placed("a", "b", "c");
    model.stage = Stage.RUNNING;
    model.locked.add("b");
    Plan plan = model.plan(MOST, Set.of());
    assertThat(plan.all()).isEmpty();
    assertThat(plan.hosts()).as("no lock would help").isEmpty();
    assertThat(plan.stage()).isEqualTo(Stage.RUNNING);
  }

  @Test
  void lostReplicasAvoidLockedHostsButNeverWaitForThem() {
    PlacementModel model = new PlacementModel(FOUR + " e/5/40", 1).placed("a", "b", "c");
    model.stop("a");
    model.locked.add("d");
    step(model, "a");
    assertThat(model.list(0)).startsWith("b", "c", "e");
    PlacementModel small = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    small.stop("a");
    small.locked.addAll(Set.of("a", "b", "c", "d"));
    step(small, "a");
    assertThat(small.list(0)).as("there is no other place").startsWith("b", "c", "d");
  }

  @Test
  void replicasOfADrainedHostAvoidLockedHostsButNeverWaitForThem() {
    PlacementModel model = new PlacementModel(FOUR + " e/5/40", 1).placed("a", "b", "c");
    model.drained.add("a");
    model.locked.addAll(Set.of("a", "d"));
    step(model);
    assertThat(model.list(0)).containsExactly("b", "c", "e", "a");
    PlacementModel small = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    small.drained.add("a");
    small.locked.addAll(Set.of("a", "b", "d"));
    step(small);
    assertThat(small.list(0)).containsExactly("b", "c", "d", "a");
  }
}
