package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The replicas of each pull when one pull has no space for all. */
class PullTurnsTest {
  private static List<Integer> replicas(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static List<List<Integer>> pulls(int rounds, int replicas, int most) {
    PullTurns turns = new PullTurns(most);
    List<List<Integer>> pulls = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      turns.next();
      pulls.add(turns.of(replicas(replicas)));
    }
    return pulls;
  }

  @Test
  void onePullHasAllReplicasIfTheyFit() {
    PullTurns turns = new PullTurns(3);
    assertThat(turns.fits(replicas(3))).isTrue();
    assertThat(turns.fits(replicas(4))).isFalse();
    assertThat(pulls(4, 3, 3))
        .allSatisfy(pull -> assertThat(pull).containsExactlyInAnyOrder(0, 1, 2));
    assertThat(turns.of(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"5, 1, 5", "5, 2, 3", "6, 2, 3", "3000, 1500, 2", "3001, 1500, 3"})
  void eachReplicaIsInExactlyOnePullOfATurn(int replicas, int most, int needed) {
    List<List<Integer>> pulls = pulls(needed, replicas, most);
    assertThat(pulls).allSatisfy(pull -> assertThat(pull).hasSizeBetween(1, most));
    assertThat(pulls.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(replicas(replicas));
  }

  @ParameterizedTest
  @CsvSource({"3, 3", "5, 2", "6, 2", "6, 4", "7, 7"})
  void eachReplicaComesFirstInSomePull(int replicas, int most) {
    Set<Integer> first = new HashSet<>();
    pulls(replicas * replicas, replicas, most).forEach(pull -> first.add(pull.getFirst()));
    assertThat(first).containsExactlyInAnyOrderElementsOf(replicas(replicas));
  }
}
