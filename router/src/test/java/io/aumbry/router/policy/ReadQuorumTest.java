package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads in two data centres of three replicas each, with a write quorum of two. */
class ReadQuorumTest {
  private static ReadQuorum twoDataCenters() {
    return new ReadQuorum(Map.of(1, 3, 2, 3), _ -> 3, 2);
  }

  private static Vote voteOf(char letter) {
    return switch (letter) {
      case 'D' -> Vote.DONE;
      case 'N' -> Vote.NOT_FOUND;
      case 'G' -> Vote.GONE;
      case 'U' -> Vote.UNKNOWN;
      default -> throw new IllegalArgumentException("vote " + letter);
    };
  }

  /** Each word is a data centre and its vote, such as 1N. */
  @ParameterizedTest
  @CsvSource({
    "1N, OPEN",
    "1N 2N, OPEN",
    "1G 2G, OPEN",
    "1N 2G, OPEN",
    "1N 2N 1N, NOT_FOUND",
    "1N 2N 2N, NOT_FOUND",
    "1G 2G 1N, GONE",
    "1N 2N 2G, GONE",
    "1N 2D, DONE",
    "1U 1U 1U, OPEN",
    "2U 2U 2U, OPEN",
    "1U 1U 1U 2N 2N, NOT_FOUND",
    "2U 2U 2U 1G 1G, GONE",
    "1U 1U 1U 2U 2U, OPEN",
    "1U 1U 1U 2U 2U 2U, UNDECIDABLE",
    "1N 1U 1U 2N 2U 2U, UNDECIDABLE",
    "1N 1U 1U 2N 2U 2D, DONE",
  })
  void votesOfDifferentDataCentersAreNeverAdded(String votes, Outcome expected) {
    ReadQuorum quorum = twoDataCenters();
    Outcome last = quorum.outcome();
    for (String word : votes.split(" ", -1)) {
      last = quorum.add(word.charAt(0) - '0', voteOf(word.charAt(1)));
    }
    assertThat(last).isEqualTo(expected);
    assertThat(quorum.outcome()).isEqualTo(expected);
  }

  @Test
  void replicasThatTheViewDoesNotListCountAsWell() {
    ReadQuorum quorum = new ReadQuorum(Map.of(1, 2), _ -> 4, 2);
    assertThat(quorum.outcome()).isEqualTo(Outcome.OPEN);
    assertThat(quorum.add(1, Vote.NOT_FOUND)).isEqualTo(Outcome.OPEN);
    assertThat(quorum.add(1, Vote.NOT_FOUND)).isEqualTo(Outcome.UNDECIDABLE);
  }

  @Test
  void moreVotersThanReplicasNeedMoreVotesToDenyABlob() {
    ReadQuorum quorum = new ReadQuorum(Map.of(1, 4), _ -> 3, 2);
    assertThat(quorum.add(1, Vote.NOT_FOUND)).isEqualTo(Outcome.OPEN);
    assertThat(quorum.add(1, Vote.NOT_FOUND)).isEqualTo(Outcome.OPEN);
    assertThat(quorum.add(1, Vote.NOT_FOUND)).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void withoutVotersNothingCanBeDecided() {
    assertThat(new ReadQuorum(Map.of(), _ -> 3, 2).outcome()).isEqualTo(Outcome.UNDECIDABLE);
  }

  @Test
  void aVoteOfAnUnexpectedDataCenterIsABug() {
    ReadQuorum quorum = twoDataCenters();
    Stream.of(0, 3)
        .forEach(dataCenter ->
            assertThatThrownBy(() -> quorum.add(dataCenter, Vote.DONE))
                .isInstanceOf(IllegalArgumentException.class));
  }
}
