package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Strategy;
import io.aumbry.router.policy.Quorum.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every sequence of votes of up to four replicas, compared with a count of all votes. */
class QuorumModelTest {
  private static final Set<Vote> HEARD = Set.of(Vote.DONE, Vote.NOT_FOUND, Vote.GONE);

  private static List<Strategy> strategies(int replicas) {
    List<Strategy> all = new ArrayList<>();
    for (int write = 1; write <= replicas; write++) {
      all.add(Strategy.create(write));
      all.add(Strategy.read(replicas, write));
      for (int enough = write; enough <= replicas; enough++) {
        all.add(Strategy.delete(replicas, write, enough));
        all.add(Strategy.change(replicas, write, enough));
      }
    }
    return all;
  }

  private static long count(List<Vote> votes, Set<Vote> which) {
    return votes.stream().filter(which::contains).count();
  }

  private static Outcome decided(Strategy strategy, List<Vote> votes) {
    if (count(votes, Set.of(Vote.DONE, Vote.KEPT)) >= strategy.enough()
        && count(votes, HEARD) >= strategy.heard()) {
      return Outcome.DONE;
    }
    if (votes.contains(Vote.GONE)
        && count(votes, Set.of(Vote.GONE, Vote.NOT_FOUND)) >= strategy.denial()) {
      return Outcome.GONE;
    }
    return count(votes, Set.of(Vote.NOT_FOUND)) >= strategy.denial()
        ? Outcome.NOT_FOUND
        : Outcome.OPEN;
  }

  private static List<Vote> and(List<Vote> votes, Vote next) {
    List<Vote> all = new ArrayList<>(votes);
    all.add(next);
    return all;
  }

  /** The outcome while {@code pending} replicas have yet to vote. */
  private static Outcome expected(Strategy strategy, List<Vote> votes, int pending) {
    Outcome now = decided(strategy, votes);
    return now != Outcome.OPEN || mayBeDecided(strategy, votes, pending)
        ? now
        : Outcome.UNDECIDABLE;
  }

  private static boolean mayBeDecided(Strategy strategy, List<Vote> votes, int pending) {
    if (decided(strategy, votes) != Outcome.OPEN) {
      return true;
    }
    for (Vote vote : Vote.values()) {
      if (pending > 0 && mayBeDecided(strategy, and(votes, vote), pending - 1)) {
        return true;
      }
    }
    return false;
  }

  private static Outcome actual(Strategy strategy, int voters, List<Vote> votes) {
    Quorum quorum = new Quorum(strategy, voters);
    votes.forEach(quorum::add);
    return quorum.outcome();
  }

  private static void requireAllSequences(Strategy strategy, int voters, List<Vote> votes) {
    int pending = voters - votes.size();
    Outcome expected = expected(strategy, votes, pending);
    assertThat(actual(strategy, voters, votes))
        .as("%s of %d voters after %s", strategy, voters, votes)
        .isEqualTo(expected);
    for (Vote vote : Vote.values()) {
      if (expected == Outcome.OPEN) {
        requireAllSequences(strategy, voters, and(votes, vote));
      } else if (pending > 0) {
        requireFinal(strategy, voters, and(votes, vote), expected);
      }
    }
  }

  /** The caller has an answer; later votes must not change it. */
  private static void requireFinal(
      Strategy strategy, int voters, List<Vote> votes, Outcome expected) {
    assertThat(actual(strategy, voters, votes))
        .as("%s of %d voters after %s", strategy, voters, votes)
        .isEqualTo(expected);
    for (Vote vote : Vote.values()) {
      if (votes.size() < voters) {
        requireFinal(strategy, voters, and(votes, vote), expected);
      }
    }
  }

  @Test
  void everySequenceOfVotesHasTheOutcomeOfItsCounts() {
    for (int replicas = 1; replicas <= 4; replicas++) {
      for (Strategy strategy : strategies(replicas)) {
        for (int voters = 0; voters <= replicas; voters++) {
          requireAllSequences(strategy, voters, List.of());
        }
      }
    }
  }

  @Test
  void aDeleteWaitsForEnoughInformedVotes() {
    Strategy strategy = Strategy.delete(3, 2, 2);
    assertThat(actual(strategy, 3, List.of(Vote.DONE, Vote.KEPT))).isEqualTo(Outcome.OPEN);
    assertThat(actual(strategy, 3, List.of(Vote.DONE, Vote.KEPT, Vote.GONE)))
        .isEqualTo(Outcome.DONE);
  }

  @Test
  void textNamesTheVotesAndTheOutcome() {
    Quorum quorum = new Quorum(Strategy.read(3, 2), 3);
    quorum.add(Vote.GONE);
    assertThat(quorum).hasToString("0 done, 0 kept, 0 not found, 1 gone, 2 pending: OPEN");
  }
}
