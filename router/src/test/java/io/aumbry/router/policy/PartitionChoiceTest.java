package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Partition;
import java.util.HashMap;
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

  private final PartitionChoice choice =
      new PartitionChoice(Views.of(GOOD, GOOD_TOO, DEGRADED, BELOW_QUORUM, SEALED), 2);

  @Test
  void completePartitionsAreChosenAtRandom() {
    Map<Integer, Integer> counts = chosen(choice, Set.of(), Set.of());
    assertThat(counts).containsOnlyKeys(1, 2);
    assertThat(counts.values()).allMatch(count -> count > 400);
  }

  @Test
  void degradedOneIsBetterThanOneThatFailedAShortWhileAgo() {
    assertThat(chosen(choice, Set.of(), Set.of(1))).containsOnlyKeys(2);
    assertThat(chosen(choice, Set.of(), Set.of(1, 2))).containsOnlyKeys(3);
    assertThat(chosen(choice, Set.of(1), Set.of(2))).containsOnlyKeys(3);
  }

  @Test
  void whenAllFailedAShortWhileAgoOneOfThemItIs() {
    assertThat(chosen(choice, Set.of(), Set.of(1, 2, 3))).containsOnlyKeys(1, 2);
    assertThat(chosen(choice, Set.of(1, 2), Set.of(1, 2, 3))).containsOnlyKeys(3);
  }

  @Test
  void excludedSealedAndBelowQuorumAreNeverChosen() {
    assertThat(chosen(choice, Set.of(1, 2, 3), Set.of())).isEmpty();
    assertThat(chosen(new PartitionChoice(Views.of(), 2), Set.of(), Set.of())).isEmpty();
  }
}
