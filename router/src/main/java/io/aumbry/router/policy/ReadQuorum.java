package io.aumbry.router.policy;

import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * What the answers of replicas in several data centres to one read add up to: what those of any one
 * data centre say together. Votes of two are never added: an undelete that was acknowledged is in a
 * write quorum of each, which one replica in each of two can have missed.
 */
public final class ReadQuorum {
  private final List<Part> parts = new ArrayList<>(1);

  private record Part(int dataCenter, Quorum quorum) {}

  /**
   * Waits for votes.
   *
   * @param voters by data centre, how many of its replicas are known, those that cannot answer
   *     included
   * @param replicas how many each of these data centres has, or is to have
   */
  public ReadQuorum(Map<Integer, Integer> voters, IntUnaryOperator replicas, int writeQuorum) {
    voters.forEach((dataCenter, count) -> {
      int all = Math.max(count, replicas.applyAsInt(dataCenter));
      Quorum.Strategy strategy = Quorum.Strategy.read(all, writeQuorum);
      parts.add(new Part(dataCenter, new Quorum(strategy, count)));
    });
  }

  /** The first that any data centre has decided; undecidable when none can. */
  public Outcome outcome() {
    Outcome all = Outcome.UNDECIDABLE;
    for (Part part : parts) {
      Outcome one = part.quorum().outcome();
      if (one != Outcome.OPEN && one != Outcome.UNDECIDABLE) {
        return one;
      }
      all = one == Outcome.OPEN ? one : all;
    }
    return all;
  }

  /** Counts the vote of one more replica. */
  public Outcome add(int dataCenter, Vote vote) {
    for (Part part : parts) {
      if (part.dataCenter() == dataCenter) {
        part.quorum().add(vote);
        return outcome();
      }
    }
    throw new IllegalArgumentException("no vote is expected of data centre " + dataCenter);
  }
}
