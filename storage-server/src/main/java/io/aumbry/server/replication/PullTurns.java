package io.aumbry.server.replication;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Chooses the replicas of each pull where one pull has no room for all. The replicas form groups
 * that take turns. Within a group another replica comes first each time, because the first ones get
 * the room in the answer. Used by one puller's thread.
 */
final class PullTurns {
  private final int most;
  private int turn;

  /**
   * Turns that have not begun.
   *
   * @param most replicas in one pull
   */
  PullTurns(int most) {
    this.most = most;
  }

  /** Goes on to the next turn. */
  void next() {
    turn = turn == Integer.MAX_VALUE ? 0 : turn + 1;
  }

  /** Whether one pull has room for all of these. */
  boolean fits(List<?> replicas) {
    return replicas.size() <= most;
  }

  /** The replicas whose turn it is. */
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
