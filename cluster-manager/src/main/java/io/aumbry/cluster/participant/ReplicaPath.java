package io.aumbry.cluster.participant;

import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

final class ReplicaPath {
  private ReplicaPath() {}

  /**
   * The shortest path without its start. It avoids ERROR, and DROPPED can only be its end.
   *
   * @throws IllegalArgumentException if there is no path
   */
  static List<ReplicaState> between(ReplicaState from, ReplicaState to) {
    Map<ReplicaState, List<ReplicaState>> ways = new EnumMap<>(ReplicaState.class);
    Queue<ReplicaState> open = new ArrayDeque<>();
    ways.put(from, List.of());
    open.add(from);
    while (!open.isEmpty() && !ways.containsKey(to)) {
      ReplicaState at = open.remove();
      List<ReplicaState> way = ways.getOrDefault(at, List.of());
      for (ReplicaState next : at.next()) {
        if (next != ReplicaState.ERROR && ways.putIfAbsent(next, append(way, next)) == null) {
          open.add(next);
        }
      }
    }
    List<ReplicaState> way = ways.get(to);
    if (way == null) {
      throw new IllegalArgumentException("no way from " + from + " to " + to);
    }
    return way;
  }

  private static List<ReplicaState> append(List<ReplicaState> way, ReplicaState next) {
    List<ReplicaState> longer = new ArrayList<>(way);
    longer.add(next);
    return List.copyOf(longer);
  }
}
