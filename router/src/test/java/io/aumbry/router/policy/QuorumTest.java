package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Strategy;
import io.aumbry.router.policy.Quorum.Vote;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuorumTest {
  /** D done, N not found, G gone, U unknown; after the arrow the outcome of each vote. */
  @ParameterizedTest
  @CsvSource({
    "3, D, OPEN",
    "3, DD, DONE",
    "3, DUD, DONE",
    "3, UDD, DONE",
    "3, DDU, DONE",
    "3, U, OPEN",
    "3, DU, OPEN",
    "3, UU, UNDECIDABLE",
    "3, UUD, UNDECIDABLE",
    "3, DUU, UNDECIDABLE",
    "3, NN, UNDECIDABLE",
    "2, D, OPEN",
    "2, DD, DONE",
    "2, U, UNDECIDABLE",
    "1, '', UNDECIDABLE",
    "0, '', UNDECIDABLE",
  })
  void createTable(int voters, String votes, Outcome expected) {
    assertThat(after(new Quorum(Strategy.create(2), voters), votes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    // Three replicas, all at the origin.
    "3, 3, D, DONE",
    "3, 3, UD, DONE",
    "3, 3, NUD, DONE",
    // One replica may have missed an undelete, and another the PUT, but not both.
    "3, 3, G, OPEN",
    "3, 3, GG, GONE",
    "3, 3, GUG, GONE",
    "3, 3, NG, GONE",
    "3, 3, GN, GONE",
    "3, 3, GD, DONE",
    "3, 3, GU, OPEN",
    "3, 3, GUU, UNDECIDABLE",
    "3, 3, UUG, UNDECIDABLE",
    "4, 4, GG, OPEN",
    "4, 4, GGN, GONE",
    "1, 1, G, GONE",
    "3, 3, N, OPEN",
    "3, 3, NN, NOT_FOUND",
    "3, 3, NUN, NOT_FOUND",
    "3, 3, NU, OPEN",
    "3, 3, NUU, UNDECIDABLE",
    "3, 3, UUU, UNDECIDABLE",
    // A fourth replica bootstraps: two without the blob may be the two that the PUT did not need.
    "3, 4, NN, OPEN",
    "3, 4, NNN, NOT_FOUND",
    "4, 4, NNU, OPEN",
    "4, 4, NNUU, UNDECIDABLE",
    // Both of two replicas acknowledged the PUT.
    "2, 2, N, NOT_FOUND",
    // No replica may deny it.
    "3, 0, NNN, UNDECIDABLE",
    "0, 0, '', UNDECIDABLE",
  })
  void readTable(int voters, int deciding, String votes, Outcome expected) {
    assertThat(after(new Quorum(Strategy.read(deciding, 2), voters), votes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "D, OPEN",
    "DD, DONE",
    "DND, DONE",
    "NDD, DONE",
    "NN, NOT_FOUND",
    "NUN, NOT_FOUND",
    "G, OPEN",
    "DG, OPEN",
    "DGD, DONE",
    "DGG, GONE",
    "DGU, UNDECIDABLE",
    "NG, GONE",
    "GG, GONE",
    // One deleted it, one missed the PUT, one is down: undecidable.
    "DNU, UNDECIDABLE",
    "NDU, UNDECIDABLE",
    "UDN, UNDECIDABLE",
    "DUU, UNDECIDABLE",
    "UU, UNDECIDABLE",
    "NU, OPEN",
    "NUU, UNDECIDABLE",
  })
  void changeTable(String votes, Outcome expected) {
    Quorum quorum = new Quorum(Strategy.change(3, 2, 2), 3);
    assertThat(after(quorum, votes)).isEqualTo(expected);
  }

  /**
   * K kept by an incomplete replica. At rest like any change; with a fourth replica one more is
   * needed.
   */
  @ParameterizedTest
  @CsvSource({
    "3, DD, DONE",
    "3, DND, DONE",
    "3, DNU, UNDECIDABLE",
    "3, DGG, GONE",
    "3, NN, NOT_FOUND",
    "3, DUU, UNDECIDABLE",
    "4, DD, OPEN",
    "4, DDD, DONE",
    "4, DDN, OPEN",
    "4, DDND, DONE",
    "4, DDNU, UNDECIDABLE",
    "4, DDU, OPEN",
    "4, DDUD, DONE",
    "4, DDUU, UNDECIDABLE",
    "4, DDK, OPEN",
    "4, DDKN, DONE",
    "4, DDKD, DONE",
    "4, DDKU, UNDECIDABLE",
    "3, DK, OPEN",
    "3, DKD, DONE",
    "3, DKN, DONE",
    "3, DKU, UNDECIDABLE",
    "3, KKD, UNDECIDABLE",
    "4, DNNU, UNDECIDABLE",
    "4, NNN, NOT_FOUND",
    "2, D, OPEN",
    "2, DD, DONE",
    "2, DU, UNDECIDABLE",
    "2, DK, DONE",
  })
  void deleteTable(int replicas, String votes, Outcome expected) {
    int enough = Math.max(2, replicas - 1);
    Quorum quorum = new Quorum(Strategy.delete(replicas, 2, enough), replicas);
    assertThat(after(quorum, votes)).isEqualTo(expected);
  }

  @Test
  void decisionStays() {
    Quorum quorum = new Quorum(Strategy.read(3, 2), 3);
    assertThat(after(quorum, "D")).isEqualTo(Outcome.DONE);
    assertThat(after(quorum, "GN")).isEqualTo(Outcome.DONE);
  }

  @Test
  void aStrategyNeedsAVoteForEachDecision() {
    assertThat(new Strategy(1, 1, 0).heard()).isZero();
    int[][] impossible = {{0, 1, 0}, {-1, 1, 0}, {1, 0, 0}, {1, -1, 0}, {1, 1, -1}};
    for (int[] votes : impossible) {
      assertThatThrownBy(() -> new Strategy(votes[0], votes[1], votes[2]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anExcessVoteIsABug() {
    Quorum quorum = new Quorum(Strategy.create(1), 1);
    quorum.add(Vote.DONE);
    assertThatThrownBy(() -> quorum.add(Vote.DONE)).isInstanceOf(IllegalStateException.class);
  }

  /** A blob acknowledged by a write quorum is never denied. */
  @Test
  void notFoundOverlapsEveryWriteQuorum() {
    for (int replicas = 1; replicas <= 7; replicas++) {
      for (int write = 1; write <= replicas; write++) {
        Quorum quorum = new Quorum(Strategy.read(replicas, write), replicas);
        // All replicas that were not needed for the PUT deny it.
        assertThat(after(quorum, "N".repeat(replicas - write))).isEqualTo(Outcome.OPEN);
        assertThat(quorum.add(Vote.NOT_FOUND)).isEqualTo(Outcome.NOT_FOUND);
      }
    }
  }

  private static Outcome after(Quorum quorum, String votes) {
    votes.chars().forEach(letter -> quorum.add(voteOf((char) letter)));
    return quorum.outcome();
  }

  private static Vote voteOf(char letter) {
    return switch (letter) {
      case 'D' -> Vote.DONE;
      case 'K' -> Vote.KEPT;
      case 'N' -> Vote.NOT_FOUND;
      case 'G' -> Vote.GONE;
      case 'U' -> Vote.UNKNOWN;
      default -> throw new IllegalArgumentException("vote " + letter);
    };
  }
}
