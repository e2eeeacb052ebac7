package io.aumbry.cluster.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The nodes of a partition, in Helix's order of preference for the leader. The first nodes, one for
 * each copy, are the target. The others are leaving: they serve until the whole target serves. Lost
 * nodes can be among these, because only they may have some of the records. The list alone
 * determines the moves in progress and their end.
 *
 * @param target nodes that get a replica; fewer than copies if there are not enough places
 * @param leaving nodes that keep a replica until the target is complete
 */
public record PreferenceList(List<String> target, List<String> leaving) {
  public PreferenceList {
    target = List.copyOf(target);
    leaving = List.copyOf(leaving);
  }

  public static PreferenceList of(List<String> nodes, int copies) {
    List<String> distinct = nodes.stream().distinct().toList();
    int end = Math.min(copies, distinct.size());
    return new PreferenceList(distinct.subList(0, end), distinct.subList(end, distinct.size()));
  }

  /** A list without moves. */
  static PreferenceList atRest(List<String> target) {
    return new PreferenceList(target, List.of());
  }

  List<String> nodes() {
    return concat(target, leaving);
  }

  boolean isMoving() {
    return !leaving.isEmpty();
  }

  PreferenceList moved(String from, String to) {
    return new PreferenceList(concat(without(from::equals).target, List.of(to)), List.of(from));
  }

  PreferenceList without(Predicate<String> which) {
    return new PreferenceList(target.stream().filter(which.negate()).toList(), leaving);
  }

  PreferenceList withoutLeaving(Predicate<String> which) {
    return new PreferenceList(target, leaving.stream().filter(which.negate()).toList());
  }

  PreferenceList withLeaving(List<String> more) {
    return new PreferenceList(target, concat(leaving, more));
  }

  PreferenceList with(String node) {
    return new PreferenceList(concat(target, List.of(node)), leaving).withoutLeaving(node::equals);
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
