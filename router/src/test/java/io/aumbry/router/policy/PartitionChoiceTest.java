package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Partition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionChoiceTest {
  private static final Partition GOOD = Views.partition(1, false, "1aS 1bS 1cS");
  private static final Partition GOOD_TOO = Views.partition(2, false, "1aS 1bS 1cB");
  private static final Partition DEGRADED = Views.partition(3, false, "1aS 1bS 1cX");
  private static final Partition BELOW_QUORUM = Views.partition(4, false, "1aS 1bX 1cO 2dS 2eS");
  private static final Partition SEALED = Views.partition(5, true, "1aS 1bS 1cS");

  private static Map<Integer, Integer> chosen(
      PartitionChoice choice, Set<Integer> excluded, Set<Integer> avoided) {
    Random random = new Random(5);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      choice
          .choose(random, p -> excluded.contains(p.id()), p -> avoided.contains(p.id()))
          .ifPresent(p -> counts.merge(p.id(), 1, Integer::sum));
    }
    return counts;
  }

  private static final int LOCAL = 1;

  private final PartitionFullness fullness = new PartitionFullness();
  private final PartitionChoice choice =
      new PartitionChoice(
          List.of(GOOD, GOOD_TOO, DEGRADED, BELOW_QUORUM, SEALED), LOCAL, 2, fullness);

  @Test
  void completePartitionsAreChosenAtRandom() {
    Map<Integer, Integer> counts = chosen(choice, Set.of(), Set.of());
    assertThat(counts).containsOnlyKeys(1, 2);
    assertThat(counts.values()).allMatch(count -> count > 400);
  }

  @Test
  void aDegradedPartitionIsBetterThanOneThatFailedRecently() {
    assertThat(chosen(choice, Set.of(), Set.of(1))).containsOnlyKeys(2);
    assertThat(chosen(choice, Set.of(), Set.of(1, 2))).containsOnlyKeys(3);
    assertThat(chosen(choice, Set.of(1), Set.of(2))).containsOnlyKeys(3);
  }

  @Test
  void ifAllFailedRecentlyOneOfThemIsChosen() {
    assertThat(chosen(choice, Set.of(), Set.of(1, 2, 3))).containsOnlyKeys(1, 2);
    assertThat(chosen(choice, Set.of(1, 2), Set.of(1, 2, 3))).containsOnlyKeys(3);
  }

  @Test
  void excludedAndSealedPartitionsAndThoseBelowQuorumAreNeverChosen() {
    assertThat(chosen(choice, Set.of(1, 2, 3), Set.of())).isEmpty();
    assertThat(chosen(new PartitionChoice(List.of(), LOCAL, 2, fullness), Set.of(), Set.of()))
        .isEmpty();
  }

  private void tell(Partition partition, int... fills) {
    for (int i = 0; i < fills.length; i++) {
      fullness.told(partition.id(), partition.replicas().get(i).node().id(), fills[i]);
    }
  }

  /**
   * Counts how often each of eight partitions is chosen in 8000 draws. The last has the given
   * fullness.
   */
  private Map<Integer, Integer> chosenOfEight(int others, int... last) {
    Partition[] partitions = new Partition[8];
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = Views.partition(i, false, "1aS 1bS 1cS");
      tell(partitions[i], i < 7 ? new int[] {others, others, others} : last);
    }
    PartitionChoice among = new PartitionChoice(List.of(partitions), LOCAL, 2, fullness);
    Random random = new Random(6);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 8000; i++) {
      counts.merge(
          among.choose(random, _ -> false, _ -> false).orElseThrow().id(), 1, Math::addExact);
    }
    return counts;
  }

  @Test
  void equallyFullPartitionsGetEqualShares() {
    assertThat(chosenOfEight(5000, 5000, 5000, 5000).values())
        .allSatisfy(count -> assertThat(count).isBetween(850, 1150));
  }

  @Test
  void aFullerPartitionGetsAccordinglyLess() {
    assertThat(chosenOfEight(5000, 5020, 5020, 5020))
        .hasEntrySatisfying(7, count -> assertThat(count).isBetween(700, 850));
    assertThat(chosenOfEight(5000, 5050, 5050, 5050))
        .hasEntrySatisfying(7, count -> assertThat(count).isBetween(450, 600));
    assertThat(chosenOfEight(5000, 5150, 5000, 5000))
        .as("one disk of three")
        .hasEntrySatisfying(7, count -> assertThat(count).isBetween(450, 600));
  }

  @Test
  void aFullPartitionStillGetsSomeBlobs() {
    assertThat(chosenOfEight(100, 9500, 9500, 9500))
        .hasEntrySatisfying(7, count -> assertThat(count).isBetween(40, 120));
  }

  @Test
  void anEmptyPartitionGetsAtMostFourTimesItsShare() {
    assertThat(chosenOfEight(9000, 0, 0, 0))
        .hasEntrySatisfying(7, count -> assertThat(count).isBetween(2900, 3250));
  }

  @Test
  void aPartitionWithoutReportsGetsItsShare() {
    for (int others : new int[] {0, 5000, 9500}) {
      assertThat(chosenOfEight(others))
          .hasEntrySatisfying(7, count -> assertThat(count).isBetween(850, 1150));
    }
  }

  @Test
  void reportsOfReplicasThatMovedAwayAreDropped() {
    tell(GOOD, 9000, 3000, 3000);
    assertThat(fullness.mean(1)).isEqualTo(5000);
    Partition moved = Views.partition(1, false, "1dS 1bS 1cS 2aS");
    PartitionChoice after = new PartitionChoice(List.of(moved), LOCAL, 2, fullness);
    assertThat(chosen(after, Set.of(), Set.of())).containsOnlyKeys(1);
    assertThat(fullness.mean(1)).isEqualTo(3000);
    tell(moved, 0);
    assertThat(fullness.mean(1)).isEqualTo(2000);
  }

  @Test
  void emptinessDoesNotOutweighDefects() {
    tell(GOOD, 9000, 9000, 9000);
    for (Partition wrong : new Partition[] {DEGRADED, BELOW_QUORUM, SEALED}) {
      tell(wrong, 0, 0, 0);
    }
    assertThat(chosen(choice, Set.of(2), Set.of())).containsOnlyKeys(1);
  }

  @Test
  void aPartitionThatFitsIsFoundAmongCompleteAndDegradedOnesAndNowhereElse() {
    assertThat(choice.isThereAny(GOOD_TOO::equals)).isTrue();
    assertThat(choice.isThereAny(DEGRADED::equals)).isTrue();
    assertThat(choice.isThereAny(SEALED::equals)).isFalse();
    assertThat(choice.isThereAny(BELOW_QUORUM::equals)).isFalse();
  }
}
