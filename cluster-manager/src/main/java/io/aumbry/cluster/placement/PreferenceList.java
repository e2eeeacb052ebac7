package io.aumbry.cluster.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The nodes of a partition, in the order in which Helix prefers them as leader. The first nodes, as
 * many as there are copies, are the target. Nodes behind them are leaving: they serve until the
 * whole target serves. Lost nodes can be among these, because only they may have some of the
 * records. The list alone says which moves are under way and how they end.
 *
 * @param target nodes that shall have a replica; fewer than copies while no other place is known
 * @param leaving nodes that have a replica for as long as the target is not complete
 */
record PreferenceList(List<String> target, List<String> leaving) {
  PreferenceList {
    target = List.copyOf(target);
    leaving = List.copyOf(leaving);
  }

  /** The list as the coordinator has it. */
  static PreferenceList of(List<String> nodes, int copies) {
    List<String> distinct = nodes.stream().distinct().toList();
    int end = Math.min(copies, distinct.size());
    return new PreferenceList(distinct.subList(0, end), distinct.subList(end, distinct.size()));
  }

  /** The end of a move, and any list of which no replica moves. */
  static PreferenceList atRest(List<String> target) {
    return new PreferenceList(target, List.of());
  }

  /** The list as the coordinator gets it. */
  List<String> nodes() {
    return concat(target, leaving);
  }

  boolean isMoving() {
    return !leaving.isEmpty();
  }

  /** A replica moves: the new node joins the target, and the old one serves until that serves. */
  PreferenceList moved(String from, String to) {
    return new PreferenceList(concat(without(from::equals).target, List.of(to)), List.of(from));
  }

  /** Without some nodes of the target. */
  PreferenceList without(Predicate<String> which) {
    return new PreferenceList(target.stream().filter(which.negate()).toList(), leaving);
  }

  /** Without some of the nodes that are leaving. */
  PreferenceList withoutLeaving(Predicate<String> which) {
    return new PreferenceList(target, leaving.stream().filter(which.negate()).toList());
  }

  /** With one more node in the target, which no longer leaves if it did. */
  PreferenceList with(String node) {
    return new PreferenceList(concat(target, List.of(node)), leaving).withoutLeaving(node::equals);
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
