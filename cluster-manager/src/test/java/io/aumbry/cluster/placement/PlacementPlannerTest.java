package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import io.aumbry.cluster.placement.PlacementPlanner.Policy;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of moves alone, and random events. */
class PlacementPlannerTest {
  private static final String FOUR = "a/1/40 b/2/40 c/3/40 d/4/40";
  private static final int MOST = 32;

  private static void step(PlacementModel model, String... lost) {
    PlacementSnapshot seen = model.snapshot();
    model.write(seen, model.plan(seen, MOST, Set.of(lost)));
  }

  private static Plan inMaintenance(PlacementModel model, String... lost) {
    return PlacementPlanner.of(
        model.snapshot(), new Policy(model.stage, true, MOST, Set.of(lost), Set.of(), _ -> true));
  }

  /** Plans and follows until nothing changes. */
  private static void settle(PlacementModel model, String... lost) {
    for (int i = 0; i < 200; i++) {
      step(model, lost);
      model.settle();
    }
    step(model, lost);
    assertThat(model.plan(MOST, Set.of(lost)).all()).as("at rest").isEmpty();
  }

  @Test
  void newPartitionsArePlacedByShareInDifferentZonesWithTheirLeadsShared() {
    PlacementModel model = new PlacementModel("a/1/40 b/2/40 c/3/20 d/3/20 e/4/40", 40);
    step(model);
    assertThat(model.counts()).isEqualTo(Map.of("a", 30L, "b", 30L, "c", 15L, "d", 15L, "e", 30L));
    Map<String, Integer> leads = new HashMap<>();
    model.lists.values().forEach(list -> leads.merge(list.getFirst(), 1, Integer::sum));
    assertThat(leads.get("a")).isBetween(8, 12);
    assertThat(leads.get("c")).isBetween(4, 6);
    assertThat(model.lists.values())
        .allSatisfy(list -> assertThat(list).hasSize(3).doesNotContainSequence("c", "d"));
  }

  /**
   * Zone 1 must have a replica of each partition, although none of its nodes is furthest below its
   * share.
   */
  @Test
  void aZoneOfSmallNodesThatIsNeededForEachPartitionGetsOneOfEach() {
    PlacementModel model = new PlacementModel("a/1/5 b/1/5 c/1/5 d/1/5 e/2/20 f/3/12 g/4/12", 20);
    step(model);
    assertThat(model.lists.values()).allSatisfy(list -> assertThat(list).hasSize(3));
  }

  @Test
  void aNewPartitionIsPlacedWholeOrNotAtAll() {
    PlacementModel model = new PlacementModel("a/1/4 b/2/4 c/3/2", 4);
    step(model);
    assertThat(model.lists.values().stream().filter(List::isEmpty)).hasSize(2);
    model.addNode("d/4/4");
    step(model);
    assertThat(model.lists.values()).noneMatch(List::isEmpty);
  }

  @Test
  void theOldReplicaOfADrainedNodeLeavesWhenTheNewOneServes() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.drained.add("a");
    step(model);
    assertThat(model.list(0)).containsExactly("b", "c", "d", "a");
    step(model);
    assertThat(model.list(0)).as("d does not serve yet").containsExactly("b", "c", "d", "a");
    model.settle();
    step(model);
    assertThat(model.list(0)).containsExactly("b", "c", "d");
  }

  @Test
  void aMoveDoesNotEndWhileAnyOfTheTargetIsDown() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.drained.add("a");
    step(model);
    model.settle();
    model.stop("c");
    step(model);
    assertThat(model.list(0)).containsExactly("b", "c", "d", "a");
    model.down.clear();
    model.settle();
    step(model);
    assertThat(model.list(0)).containsExactly("b", "c", "d");
  }

  @Test
  void aReplicaWithoutAnotherPlaceStaysAndServes() {
    PlacementModel model = new PlacementModel("a/1/9 b/2/9 c/3/9", 2).placed("a", "b", "c");
    model.drained.add("a");
    model.stop("b");
    step(model, "b");
    assertThat(model.lists.values()).containsOnly(List.of("a", "b", "c"));
    assertThat(model.isServing(0, "a")).isTrue();
  }

  @Test
  void aLostNodeIsReplacedAtOnceWithoutALimitAndNotInMaintenance() {
    PlacementModel model = new PlacementModel(FOUR, 40).placed("a", "b", "c");
    model.stop("a");
    step(model);
    assertThat(model.lists.values()).containsOnly(List.of("a", "b", "c"));
    assertThat(inMaintenance(model, "a").lists()).isEmpty();
    step(model, "a");
    assertThat(model.lists.values()).containsOnly(List.of("b", "c", "d"));
  }

  /** The old replica still has everything. */
  @Test
  void whenTheSuccessorIsLostTheReplicaThatLeavesStays() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.drained.add("a");
    step(model);
    model.drained.clear();
    model.stop("d");
    step(model, "d");
    assertThat(model.list(0)).containsExactly("b", "c", "a");
  }

  @Test
  void aSuccessorThatIsDrainedBeforeItServesIsDropped() {
    PlacementModel model =
        new PlacementModel("a/1/9 b/2/9 c/3/9 d/4/9 e/5/9", 1).placed("a", "b", "c");
    model.drained.add("a");
    step(model);
    String first = model.list(0).get(2);
    model.drained.add(first);
    step(model);
    assertThat(model.list(0)).hasSize(4).doesNotContain(first).endsWith("a");
  }

  @Test
  void aDrainedReplicaStaysListedWhenItsNodeRestartsDuringAMove() {
    PlacementModel model = new PlacementModel(FOUR + " e/5/40", 1).placed("a", "b", "c");
    model.drained.addAll(Set.of("a", "b"));
    step(model);
    List<String> moving = model.list(0);
    assertThat(moving).startsWith("b", "c").endsWith("a");
    model.stop("b");
    step(model);
    assertThat(model.list(0)).isEqualTo(moving);
  }

  /** The only remaining replica may lack acknowledged blobs. */
  @Test
  void lostNodesStayListedUntilEnoughOthersServe() {
    PlacementModel model = new PlacementModel(FOUR + " e/5/40", 1).placed("a", "b", "c");
    model.stop("a");
    model.stop("b");
    step(model, "a", "b");
    assertThat(model.list(0)).startsWith("c").endsWith("a", "b").hasSize(5).contains("d", "e");
    step(model, "a", "b");
    assertThat(model.list(0)).as("while only c serves").endsWith("a", "b").hasSize(5);

    model.down.remove("a");
    PlacementModel.of(model.replicas, 0).put("a", ReplicaState.STANDBY);
    step(model, "b");
    assertThat(model.list(0)).as("c and a serve").endsWith("a").hasSize(4).doesNotContain("b");
  }

  @Test
  void aLostNodeStaysListedWhileAnotherNodeRestarts() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.stop("a");
    model.stop("b");
    step(model, "a");
    assertThat(model.list(0)).containsExactly("b", "c", "d", "a");
    model.down.remove("b");
    PlacementModel.of(model.replicas, 0).put("b", ReplicaState.STANDBY);
    step(model, "a");
    assertThat(model.list(0)).containsExactly("b", "c", "d");
  }

  @Test
  void aDrainMovesNothingWhileAnotherReplicaDoesNotServe() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.drained.add("a");
    model.stop("c");
    step(model);
    assertThat(model.list(0)).containsExactly("a", "b", "c");
    model.down.clear();
    model.settle();
    step(model);
    assertThat(model.list(0)).containsExactly("b", "c", "d", "a");
  }

  @Test
  void aRebalanceMovesAReplicaOnlyIfAllOthersServe() {
    PlacementModel model = new PlacementModel(FOUR, 8).placed("a", "b", "c");
    model.stage = Stage.RUNNING;
    model.stop("c");
    model.down.clear();
    step(model);
    assertThat(model.lists.values())
        .allMatch(list -> list.size() == 3 || list.getLast().equals("c"));
    model.lists.replaceAll((partition, list) -> List.of("a", "b", "c"));
    model.settle();
    step(model);
    assertThat(model.lists.values()).anyMatch(list -> list.size() == 4);
  }

  @Test
  void aDeclinedReplicaIsReplacedOnceItIsOffline() {
    PlacementModel model = new PlacementModel(FOUR, 2).placed("a", "b", "c");
    model.stage = Stage.STOPPED;
    model.declined.put("b", Set.of(1));
    step(model);
    assertThat(model.list(1)).containsExactly("a", "b", "c");
    model.settle();
    step(model);
    assertThat(model.list(0)).containsExactly("a", "b", "c");
    assertThat(model.list(1)).containsExactly("a", "c", "d");
  }

  @Test
  void movesStayWithinTheirLimitAndAPartitionHasOneMove() {
    PlacementModel model = new PlacementModel(FOUR + " e/5/40", 20).placed("a", "b", "c");
    model.stage = Stage.RUNNING;
    Plan plan = model.plan(4, Set.of());
    assertThat(plan.moves()).hasSize(4);
    assertThat(plan.moves().values()).allMatch(list -> list.leaving().size() == 1);
    model.write(model.snapshot(), plan);
    assertThat(model.plan(4, Set.of()).all()).as("while they move").isEmpty();
  }

  @Test
  void aNodeGetsNothingBeforeThereIsRoomUnlessNothingElseCanMove() {
    PlacementModel model = new PlacementModel("a/1/4 b/2/4 c/3/4 d/4/1", 4).placed("a", "b", "c");
    model.drained.add("a");
    step(model);
    assertThat(model.lists.values().stream().filter(list -> list.contains("d"))).hasSize(1);
  }

  @Test
  void aStoppedMoveIsRevertedUnlessItsNodeIsDrained() {
    PlacementModel model = new PlacementModel(FOUR, 8).placed("a", "b", "c");
    model.stage = Stage.RUNNING;
    step(model);
    assertThat(model.lists.values()).anyMatch(list -> list.contains("d"));
    model.stage = Stage.STOPPING;
    step(model);
    assertThat(model.lists.values()).noneMatch(list -> list.contains("d"));
    step(model);
    assertThat(model.stage).isEqualTo(Stage.STOPPED);

    model.drained.add("a");
    step(model);
    model.stage = Stage.STOPPING;
    step(model);
    assertThat(model.lists.values()).allMatch(list -> list.contains("d"));
  }

  @Test
  void aListWrittenByAnOperatorIsATargetLikeAnyOther() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.lists.put(0, List.of("d", "b", "c", "a"));
    step(model);
    assertThat(model.list(0)).containsExactly("d", "b", "c", "a");
    settle(model);
    assertThat(model.list(0)).containsExactly("d", "b", "c");
    model.lists.put(0, List.of("b"));
    settle(model);
    assertThat(model.list(0)).hasSize(3).startsWith("b");
  }

  /** ZooKeeper was empty when these nodes joined. */
  @Test
  void aPartitionThatExistedBeforeIsPlacedOnTheNodesWithItsStores() {
    PlacementModel model = recreated(Map.of("c", Set.of(0), "d", Set.of(0), "e", Set.of(0)));
    step(model);
    assertThat(model.list(0)).containsExactlyInAnyOrder("c", "d", "e");
  }

  @Test
  void aPartitionThatExistedBeforeIsNotPlacedWithoutEnoughOfItsStores() {
    PlacementModel model = recreated(Map.of("e", Set.of(0)));
    step(model);
    assertThat(model.list(0)).as("one store may lack acknowledged blobs").isEmpty();
    model.unlisted.clear();
    step(model);
    assertThat(model.list(0)).as("the announcements were withdrawn").isEmpty();
    model.unlisted.putAll(Map.of("e", Set.of(0), "d", Set.of(0)));
    step(model);
    assertThat(model.list(0)).hasSize(3).contains("d", "e");
  }

  @Test
  void holdersInOneZoneAndHoldersThatComeLateStayBehindTheTargetUntilTheyServe() {
    PlacementModel model = recreated(Map.of("a", Set.of(0), "b", Set.of(0)));
    model.addNode("f/1/40");
    model.unlisted.put("f", Set.of(0));
    step(model);
    assertThat(model.list(0)).hasSize(4).contains("a", "b").endsWith("f");
    model.settle();
    model.unlisted.clear();
    step(model);
    assertThat(model.list(0)).hasSize(3).doesNotContain("f");

    model.unlisted.put("e", Set.of(0));
    step(model);
    assertThat(model.list(0)).hasSize(4).endsWith("e");
    step(model);
    assertThat(model.list(0)).as("e has not served yet").hasSize(4).endsWith("e");
    model.settle();
    model.unlisted.clear();
    step(model);
    assertThat(model.list(0)).hasSize(3).doesNotContain("e");
  }

  @Test
  void anUnlistedStoreIsTakenInDuringMaintenanceToo() {
    PlacementModel model = new PlacementModel(FOUR, 1).placed("a", "b", "c");
    model.unlisted.put("d", Set.of(0));
    assertThat(inMaintenance(model).lists().values())
        .allMatch(list -> list.leaving().equals(List.of("d")))
        .hasSize(1);
  }

  private static PlacementModel recreated(Map<String, Set<Integer>> stores) {
    PlacementModel model = new PlacementModel(FOUR + " e/5/40", 1);
    model.known.add(0);
    model.unlisted.putAll(stores);
    return model;
  }

  /**
   * Random events: nodes come and go, are drained and lost; rebalances begin and are stopped.
   * Controllers die between reading and writing, and write decisions based on an old snapshot.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void randomEventsNeverDropAServingReplicaEarlyAndAllMovesEnd(long seed) {
    Random random = new Random(seed);
    PlacementModel model =
        new PlacementModel("a/1/60 b/2/60 c/3/60 d/4/60 e/1/60 f/2/60 g/5/90", 30);
    for (int i = 0; i < 1500; i++) {
      disturb(model, random);
      look(model, random);
      for (int partition : List.copyOf(model.lists.keySet())) {
        List<Runnable> steps = model.steps(partition);
        if (!steps.isEmpty() && random.nextInt(3) == 0) {
          steps.get(random.nextInt(steps.size())).run();
        }
      }
    }
    model.down.clear();
    model.drained.clear();
    model.stage = Stage.RUNNING;
    settle(model);
    assertThat(model.stage).isEqualTo(Stage.NONE);
    Map<String, Double> shares =
        FairShare.of(model.hosts.values(), model.lists.size(), PlacementModel.COPIES);
    model
        .counts()
        .forEach((node, count) ->
            assertThat((double) count).as(node).isCloseTo(shares.get(node), within(1.0)));
    assertThat(model.lists.values())
        .allSatisfy(list ->
            assertThat(list.stream().map(node -> zone(model.snapshot(), node)).distinct())
                .hasSize(3));
  }

  private static void disturb(PlacementModel model, Random random) {
    List<String> nodes = new ArrayList<>(model.hosts.keySet());
    String node = nodes.get(random.nextInt(nodes.size()));
    switch (random.nextInt(12)) {
      case 0 -> model.stop(node);
      case 1, 2 -> model.down.remove(node);
      case 3 -> model.drained.add(node);
      case 4, 5 -> model.drained.remove(node);
      case 6 -> model.stage = random.nextBoolean() ? Stage.RUNNING : Stage.STOPPING;
      default -> {
        // Nothing happens.
      }
    }
  }

  /** By a controller that may die, or be slow while another acts. */
  private static void look(PlacementModel model, Random random) {
    Set<String> lost = new HashSet<>(model.down);
    lost.removeIf(_ -> random.nextInt(4) > 0);
    PlacementSnapshot seen = model.snapshot();
    Plan plan = model.plan(seen, 6, lost);
    check(seen, plan, lost);
    if (random.nextInt(4) == 0) {
      PlacementSnapshot other = model.snapshot();
      model.write(other, model.plan(other, 6, Set.of()));
    }
    if (random.nextInt(3) > 0) {
      model.write(seen, plan);
    }
  }

  /** A decision must be right for the snapshot that it is based on. */
  private static void check(PlacementSnapshot seen, Plan plan, Set<String> lost) {
    plan.all()
        .forEach((partition, next) -> {
          PreferenceList before = PlacementModel.of(seen.lists(), partition);
          Set<String> gone = new HashSet<>(before.nodes());
          next.nodes().forEach(gone::remove);
          boolean isGivenUp =
              gone.stream()
                  .anyMatch(node -> !lost.contains(node) && seen.isServing(partition, node));
          assertThat(!isGivenUp || seen.isTargetServing(partition, next))
              .as("%s of %s: %s becomes %s", gone, partition, before, next)
              .isTrue();
          gone.forEach(node ->
              assertThat(servingBeside(seen, partition, before.nodes(), node))
                  .as("%s of %s: %s becomes %s", node, partition, before, next)
                  .isGreaterThanOrEqualTo(lost.contains(node) ? 2 : PlacementModel.COPIES));
          List<String> moved = movedAway(before, next, lost);
          assertThat(moved).hasSizeLessThanOrEqualTo(1);
          moved.forEach(node ->
              assertThat(servingBeside(seen, partition, next.target(), node))
                  .as("%s of %s: %s becomes %s", node, partition, before, next)
                  .isGreaterThanOrEqualTo(PlacementModel.COPIES - 1));
          assertThat(next.target().stream().map(node -> zone(seen, node))).doesNotHaveDuplicates();
        });
    assertThat(begun(seen, plan, lost)).isLessThanOrEqualTo(6);
  }

  private static long servingBeside(
      PlacementSnapshot seen, int partition, List<String> nodes, String node) {
    return nodes.stream()
        .filter(other -> !other.equals(node) && seen.isServing(partition, other))
        .count();
  }

  /** Nodes that a plan empties although they are not lost. */
  private static List<String> movedAway(
      PreferenceList before, PreferenceList next, Set<String> lost) {
    return next.leaving().stream()
        .filter(node -> !before.leaving().contains(node) && !lost.contains(node))
        .toList();
  }

  private static long begun(PlacementSnapshot seen, Plan plan, Set<String> lost) {
    return plan.all().entrySet().stream()
        .filter(each -> {
          PreferenceList before = PlacementModel.of(seen.lists(), each.getKey());
          return !before.isMoving() && !movedAway(before, each.getValue(), lost).isEmpty();
        })
        .count();
  }

  private static String zone(PlacementSnapshot seen, String name) {
    return seen.nodes().hosts().stream()
        .filter(host -> host.name().equals(name))
        .map(FairShare.Host::zone)
        .findFirst()
        .orElseThrow();
  }
}
