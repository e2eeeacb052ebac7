package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.FairShare.Host;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanStepTest {
  private static final int PARTITIONS = 10;
  private static final List<String> OLD = List.of("a", "b", "c");
  private static final List<String> NEW = List.of("a", "b", "d");

  /** All on the same nodes. */
  private static Map<Integer, List<String>> all(List<String> nodes) {
    Map<Integer, List<String>> all = new HashMap<>();
    IntStream.range(0, PARTITIONS).forEach(partition -> all.put(partition, nodes));
    return all;
  }

  private static Map<String, String> serving(List<String> nodes) {
    Map<String, String> states = new HashMap<>();
    nodes.forEach(node -> states.put(node, ReplicaState.STANDBY.name()));
    states.put(nodes.getFirst(), ReplicaState.LEADER.name());
    return states;
  }

  /** The first so many are wanted as in the plan, and still where they were. */
  private static Placements moving(int count) {
    Map<Integer, List<String>> wanted = all(OLD);
    IntStream.range(0, count).forEach(partition -> wanted.put(partition, NEW));
    return placements(wanted, all(OLD), PARTITIONS);
  }

  /** All is where it is wanted. */
  private static Placements still(Map<Integer, List<String>> wanted, long slotsOfNew) {
    return placements(wanted, wanted, slotsOfNew);
  }

  private static Placements placements(
      Map<Integer, List<String>> wanted, Map<Integer, List<String>> there, long slotsOfNew) {
    Map<Integer, Map<String, String>> seen = new HashMap<>();
    there.forEach((partition, nodes) -> seen.put(partition, serving(nodes)));
    List<Host> hosts =
        List.of(
            new Host("a", "a", PARTITIONS, 1),
            new Host("b", "b", PARTITIONS, 1),
            new Host("c", "c", PARTITIONS, 1),
            new Host("d", "d", slotsOfNew, 1));
    return new Placements(Map.of(), wanted, seen, hosts, Map.of(), 3);
  }

  private static List<Integer> moved(Map<Integer, List<String>> step) {
    return step.keySet().stream().filter(part -> NEW.equals(step.get(part))).sorted().toList();
  }

  @Test
  void noMoreAreTakenThanMayMove() {
    assertThat(moved(PlanStep.of(moving(0), all(NEW), 4))).containsExactly(0, 1, 2, 3);
    assertThat(PlanStep.of(moving(0), all(NEW), 10)).isEqualTo(all(NEW));
    assertThat(moved(PlanStep.of(moving(0), all(NEW), 1))).containsExactly(0);
  }

  @Test
  void theNextStepWaitsUntilHalfAsManyMayMoveAgain() {
    assertThat(moved(PlanStep.of(moving(3), all(NEW), 4))).containsExactly(0, 1, 2);
    assertThat(moved(PlanStep.of(moving(4), all(NEW), 4))).containsExactly(0, 1, 2, 3);
    assertThat(moved(PlanStep.of(moving(2), all(NEW), 4))).containsExactly(0, 1, 2, 3);
  }

  @Test
  void theLastStepIsThePlan() {
    assertThat(PlanStep.of(moving(8), all(NEW), 10)).isEqualTo(all(NEW));
    Map<Integer, List<String>> leads = all(List.of("b", "a", "c"));
    assertThat(PlanStep.of(moving(0), leads, 1)).as("no bytes move").isEqualTo(leads);
  }

  @Test
  void aNodeGetsNothingBeforeThereIsRoom() {
    Map<Integer, List<String>> now = all(NEW);
    List.of(0, 1, 2).forEach(partition -> now.put(partition, OLD));
    Map<Integer, List<String>> plan = all(OLD);
    plan.put(0, NEW);
    Map<Integer, List<String>> step = PlanStep.of(still(now, 7), plan, 2);
    assertThat(step.get(0)).as("the new node is full").isEqualTo(OLD);
    assertThat(step.values().stream().filter(OLD::equals)).hasSize(5);
  }
}
