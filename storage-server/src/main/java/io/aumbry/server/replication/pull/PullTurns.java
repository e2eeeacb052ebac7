package io.aumbry.server.replication.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Chooses the replicas of each pull when one pull has no space for all. Groups of replicas take
 * turns. Within a group, the first replica changes each time, because the first ones get the space
 * in the answer. Used by one puller's thread.
 */
final class PullTurns {
  private final int most;
  private int turn;

  PullTurns(int most) {
    this.most = most;
  }

  void next() {
    turn = turn == Integer.MAX_VALUE ? 0 : turn + 1;
  }

  boolean fits(List<?> replicas) {
    return replicas.size() <= most;
  }

  <T> List<T> of(List<T> replicas) {
    if (replicas.isEmpty()) {
      return List.of();
    }
    int groups = Math.ceilDiv(replicas.size(), most);
    int from = turn % groups * most;
    List<T> group = new ArrayList<>(replicas.subList(from, Math.min(replicas.size(), from + most)));
    Collections.rotate(group, turn / groups % group.size());
    return group;
  }
}
