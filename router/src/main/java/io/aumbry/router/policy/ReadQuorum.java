package io.aumbry.router.policy;

import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Combines the answers of several data centres to one read. The first data centre with a quorum
 * decides. Votes of different ones are never added: one replica in each of two may have missed an
 * undelete.
 */
public final class ReadQuorum {
  private final List<Part> parts = new ArrayList<>(1);

  private record Part(int dataCenter, Quorum quorum) {}

  /**
   * Waits for votes.
   *
   * @param voters number of known replicas by data centre, reachable or not
   * @param replicas target number of replicas by data centre
   */
  public ReadQuorum(Map<Integer, Integer> voters, IntUnaryOperator replicas, int writeQuorum) {
    voters.forEach((dataCenter, count) -> {
      int all = Math.max(count, replicas.applyAsInt(dataCenter));
      Quorum.Strategy strategy = Quorum.Strategy.read(all, writeQuorum);
      parts.add(new Part(dataCenter, new Quorum(strategy, count)));
    });
  }

  /** The first decision of any data centre; UNDECIDABLE if none can decide any more. */
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
