package io.aumbry.cluster.placement;

import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.protocol.cluster.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Computes the next preference lists of a data centre from one snapshot. It is a pure function, so
 * any controller can continue where another stopped.
 *
 * <ol>
 *   <li>A move ends when its target serves: the old replica leaves the list.
 *   <li>A node with an unlisted store is appended to the list until it serves, because only this
 *       store may have some of the blobs.
 *   <li>A replica on a lost node, and an offline replica that its node declined, get a successor at
 *       once, without a limit on their number. A lost node stays at the end of the list until the
 *       other serving replicas are sure to have each acknowledged blob.
 *   <li>Replicas move off drained nodes and, during a rebalance, towards even shares. A partition
 *       has at most one such move at a time, which begins while all its other replicas serve. The
 *       number of partitions with such a move is limited. A rebalance begins its moves under a lock
 *       of the hosts that they change.
 * </ol>
 *
 * <p>A replica without another place stays on the list.
 */
public final class PlacementPlanner {
  /** A rebalance changes fewer hosts at once, so that one lock can have them and others fit too. */
  private static final int MOST_HOSTS = 1000;

  private final PlacementSnapshot seen;
  private final Policy policy;
  private final Map<Integer, PreferenceList> lists;
  private final PlacementPlan spread;
  private final Map<String, Long> room;
  private long moving;

  /** The moves of a rebalance, and the hosts that they change. */
  private final Map<Integer, PreferenceList> moves = new TreeMap<>();

  private final SortedSet<String> changing = new TreeSet<>();

  /** The hosts of the first move for which the rebalance has to wait. */
  private Set<String> awaited = Set.of();

  private boolean isHeldBack;

  /**
   * The rules of the moment.
   *
   * @param locked hosts that other activities have locked
   * @param mayChange whether a rebalance may change a host
   */
  public record Policy(
      Stage stage,
      boolean maintenance,
      int movesAtOnce,
      Set<String> lost,
      Set<String> locked,
      Predicate<String> mayChange) {}

  /**
   * The result.
   *
   * @param lists the changed lists, without {@code moves}
   * @param moves the lists with the moves that a rebalance would begin next, after {@code lists}
   * @param hosts that the moves change. Without moves, those of one that would begin if these hosts
   *     might be changed
   * @param stage of the rebalance; changes only if no list does
   */
  public record Plan(
      Map<Integer, PreferenceList> lists,
      Map<Integer, PreferenceList> moves,
      SortedSet<String> hosts,
      Stage stage) {
    /** All lists that change if the moves begin. */
    Map<Integer, PreferenceList> all() {
      Map<Integer, PreferenceList> all = new TreeMap<>(lists);
      all.putAll(moves);
      return all;
    }
  }

  private PlacementPlanner(PlacementSnapshot seen, Policy policy) {
    this.seen = seen;
    this.policy = policy;
    this.lists = new TreeMap<>(seen.lists());
    this.spread = seen.spread();
    this.room = seen.room();
  }

  public static Plan of(PlacementSnapshot seen, Policy policy) {
    PlacementPlanner planner = new PlacementPlanner(seen, policy);
    planner.lists.replaceAll(planner::finished);
    planner.lists.replaceAll(planner::replaced);
    planner.lists.replaceAll(planner::adopted);
    planner.moving = planner.countMoving();
    planner.lists.replaceAll(planner::drained);
    Stage next = planner.rebalance();
    planner
        .lists
        .entrySet()
        .removeIf(each -> each.getValue().equals(seen.lists().get(each.getKey())));
    SortedSet<String> hosts =
        planner.moves.isEmpty() ? new TreeSet<>(planner.awaited) : planner.changing;
    boolean isCalm = planner.lists.isEmpty() && planner.moves.isEmpty();
    return new Plan(planner.lists, planner.moves, hosts, isCalm ? next : policy.stage());
  }

  private long countMoving() {
    return lists.entrySet().stream()
        .filter(each -> seen.isMoving(each.getKey(), each.getValue()))
        .count();
  }

  private PreferenceList finished(int partition, PreferenceList list) {
    List<String> holders = seen.nodes().holders(partition);
    return seen.isTargetServing(partition, list)
        ? list.withoutLeaving(node -> !holders.contains(node))
        : list;
  }

  private PreferenceList adopted(int partition, PreferenceList list) {
    Set<String> present = seen.holders(partition, list);
    return list.target().isEmpty()
        ? list
        : list.withLeaving(
            seen.nodes().holders(partition).stream()
                .filter(node -> !present.contains(node))
                .toList());
  }

  private PreferenceList replaced(int partition, PreferenceList list) {
    List<String> replaceable =
        list.target().stream().filter(node -> isReplaceable(partition, list, node)).toList();
    replaceable.forEach(node -> spread.remove(partition, node));
    PreferenceList next = list.without(replaceable::contains);
    Optional<String> successor = successor(partition, next);
    while (successor.isPresent()) {
      next = taken(partition, next, successor.get());
      successor = successor(partition, next);
    }
    if (list.target().isEmpty()) {
      return first(partition, next);
    }
    // Nodes without a successor keep their place in the list.
    List<String> stay = stay(partition, next, replaceable);
    PreferenceList rest = list.without(node -> replaceable.contains(node) && !stay.contains(node));
    List<String> target = new ArrayList<>(rest.target());
    next.target().stream().filter(node -> !target.contains(node)).forEach(target::add);
    List<String> leaving = new ArrayList<>(next.leaving());
    replaceable.stream().filter(node -> isLost(node) && !stay.contains(node)).forEach(leaving::add);
    leaving.removeIf(node -> isLost(node) && canLose(partition, list, node));
    // If the list is still too short, its first leaving nodes count as targets.
    return PreferenceList.of(new PreferenceList(target, leaving).nodes(), seen.copies());
  }

  private boolean isLost(String node) {
    return !policy.maintenance() && policy.lost().contains(node);
  }

  private boolean isReplaceable(int partition, PreferenceList list, String node) {
    boolean isUnwanted =
        seen.nodes().isDeclined(node, partition)
            || (list.isMoving()
                && seen.nodes().drained().contains(node)
                && seen.servingBeside(node, partition, list.nodes()) >= seen.copies());
    return isLost(node) || (isUnwanted && !seen.isServing(partition, node));
  }

  /** Whether each write quorum includes another serving replica. */
  private boolean canLose(int partition, PreferenceList list, String node) {
    int spare = seen.copies() - Partition.majority(seen.copies());
    return seen.servingBeside(node, partition, list.nodes()) > spare;
  }

  /** A serving replica that was leaving is the cheapest successor. */
  private Optional<String> successor(int partition, PreferenceList list) {
    if (list.target().size() == seen.copies()) {
      return Optional.empty();
    }
    return list.leaving().stream()
        .filter(node -> seen.nodes().available().contains(node) && seen.isServing(partition, node))
        .filter(node -> spread.canTake(node, partition))
        .findFirst()
        .or(() -> holder(partition))
        .or(() -> best(partition));
  }

  /** A locked host gets a replica of an existing partition only if no other can. */
  private Optional<String> best(int partition) {
    boolean isNew = list(partition).target().isEmpty();
    return spread
        .bestFor(partition, node -> hasRoom(node) && (isNew || !policy.locked().contains(node)))
        .or(() -> spread.bestFor(partition, this::hasRoom));
  }

  private Optional<String> holder(int partition) {
    return seen.nodes().holders(partition).stream()
        .filter(node -> spread.canTake(node, partition))
        .findFirst();
  }

  private boolean hasRoom(String node) {
    return room.getOrDefault(node, 0L) > 0;
  }

  private PreferenceList taken(int partition, PreferenceList list, String node) {
    spread.add(partition, node);
    if (!list.leaving().contains(node)) {
      room.merge(node, -1L, Long::sum);
    }
    return list.with(node);
  }

  /** A new partition is placed completely or not at all. */
  private PreferenceList first(int partition, PreferenceList list) {
    if (list.target().size() == seen.copies() && seen.isPlaceable(partition)) {
      return PreferenceList.atRest(spread.lead(partition));
    }
    list.target()
        .forEach(node -> {
          spread.remove(partition, node);
          room.merge(node, 1L, Long::sum);
        });
    return PreferenceList.atRest(List.of());
  }

  private List<String> stay(int partition, PreferenceList next, List<String> replaceable) {
    List<String> stay = new ArrayList<>();
    for (String node : replaceable) {
      boolean isFull = next.target().size() + stay.size() == seen.copies();
      if (!isFull && spread.isZoneFree(partition, node)) {
        spread.add(partition, node);
        stay.add(node);
      }
    }
    return stay;
  }

  /** Deletes need all replicas but one, so a move must not make a second one unavailable. */
  private boolean mayMove(int partition, PreferenceList list, String from) {
    return moving < policy.movesAtOnce()
        && !seen.isMoving(partition, list)
        && seen.servingBeside(from, partition, list.target()) == seen.copies() - 1;
  }

  private PreferenceList drained(int partition, PreferenceList list) {
    Optional<String> from =
        list.target().stream()
            .filter(seen.nodes().drained()::contains)
            .filter(node -> mayMove(partition, list, node))
            .findFirst();
    if (from.isEmpty()) {
      return list;
    }
    spread.remove(partition, from.get());
    Optional<String> to = best(partition);
    spread.add(partition, to.orElse(from.get()));
    return to.map(node -> moved(list, from.get(), node)).orElse(list);
  }

  private PreferenceList moved(PreferenceList list, String from, String to) {
    moving++;
    room.merge(to, -1L, Long::sum);
    return list.moved(from, to);
  }

  private Stage rebalance() {
    boolean isHeldUp = policy.maintenance() || seen.isHeldUp();
    return switch (policy.stage()) {
      case NONE -> !isHeldUp && spread.isMendingIdleness() ? Stage.RUNNING : Stage.NONE;
      case RUNNING -> isHeldUp ? Stage.RUNNING : evenOut();
      case STOPPING -> {
        lists.replaceAll(this::reverted);
        yield Stage.STOPPED;
      }
      case STOPPED -> Stage.STOPPED;
    };
  }

  private Stage evenOut() {
    Map<Integer, List<String>> plan = spread.even();
    List<Integer> left =
        lists.keySet().stream().filter(partition -> !isPlaced(partition, plan)).toList();
    left.forEach(partition -> approach(partition, plan, false));
    if (moving == 0 && !isHeldBack) {
      // Otherwise full nodes could never swap replicas.
      left.forEach(partition -> approach(partition, plan, true));
    }
    if (left.isEmpty()) {
      lists.keySet().forEach(partition -> lead(partition, of(plan, partition)));
    }
    return seen.isReached() && !isHeldBack ? Stage.NONE : Stage.RUNNING;
  }

  private static List<String> of(Map<Integer, List<String>> plan, int partition) {
    return Optional.ofNullable(plan.get(partition)).orElseThrow();
  }

  private PreferenceList list(int partition) {
    return Optional.ofNullable(lists.get(partition)).orElseThrow();
  }

  private boolean isPlaced(int partition, Map<Integer, List<String>> plan) {
    return Set.copyOf(of(plan, partition)).equals(Set.copyOf(list(partition).target()));
  }

  private void approach(int partition, Map<Integer, List<String>> plan, boolean isStuck) {
    PreferenceList list = list(partition);
    Set<String> coming = new HashSet<>(of(plan, partition));
    list.target().forEach(coming::remove);
    List<String> going = new ArrayList<>(list.target());
    going.removeAll(of(plan, partition));
    coming.stream()
        .sorted()
        .filter(node -> isStuck || hasRoom(node))
        .findFirst()
        .ifPresent(to -> {
          String zone = spread.zone(to);
          going.stream()
              .min(Comparator.comparing(from -> !spread.zone(from).equals(zone)))
              .filter(from -> mayMove(partition, list, from))
              .filter(from -> mayChange(list, from, to))
              .ifPresent(from -> moves.put(partition, moved(list, from, to)));
        });
  }

  private void lead(int partition, List<String> plan) {
    PreferenceList list = list(partition);
    String leader = list.target().getFirst();
    if (!leader.equals(plan.getFirst()) && mayChange(list, leader, plan.getFirst())) {
      moves.put(partition, new PreferenceList(plan, list.leaving()));
    }
  }

  /**
   * Whether a rebalance may change a replica or the leader of a partition. Others must not have
   * locked its other hosts, on which the change depends.
   */
  private boolean mayChange(PreferenceList list, String from, String to) {
    Set<String> hosts = Set.of(from, to);
    boolean isOtherLocked =
        list.nodes().stream()
            .anyMatch(node -> !hosts.contains(node) && policy.locked().contains(node));
    boolean mayChange =
        !isOtherLocked
            && changing.size() < MOST_HOSTS
            && hosts.stream().allMatch(policy.mayChange());
    if (mayChange) {
      changing.addAll(hosts);
    } else if (!isOtherLocked && awaited.isEmpty()) {
      awaited = hosts;
    }
    isHeldBack |= !mayChange;
    return mayChange;
  }

  /** Reverts a move if the successor does not serve yet. */
  private PreferenceList reverted(int partition, PreferenceList list) {
    List<String> serving =
        list.nodes().stream()
            .filter(node -> seen.isServing(partition, node))
            .sorted(Comparator.comparing(node -> !seen.leads(partition, node)))
            .toList();
    boolean canStay =
        list.isMoving()
            && serving.size() == seen.copies()
            && serving.stream().map(spread::zone).distinct().count() == serving.size()
            && seen.nodes().available().containsAll(serving);
    return canStay ? PreferenceList.atRest(serving) : list;
  }
}
