package io.aumbry.deploy.operator.status;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.operator.ClusterSnapshot.Steering;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The progress of a rebalance in a data centre, computed from one observation.
 *
 * @param stage of the rebalance
 * @param obstacles why no move can start now
 * @param steps partitions with moving replicas
 * @param counts number of replicas, by node
 * @param shares fair share, by node
 * @param seen whether the data centre was reachable; if not, nothing is known
 */
public record RebalanceProgress(
    DataCenter place,
    Stage stage,
    List<String> obstacles,
    List<Step> steps,
    Map<NodeId, Long> counts,
    Map<NodeId, Double> shares,
    boolean seen)
    implements TaskProgress {
  private static final int MOST_SHOWN = 10;

  /** Tolerance for shares that are whole numbers. */
  private static final double ROUNDING = 1e-6;

  /** A partition with moving replicas, and the reason why the move is not complete. */
  public record Step(int partition, String why) {}

  public static RebalanceProgress of(ClusterObservation observation, DataCenter place) {
    Steering steering = observation.snapshot().steering(place);
    return new RebalanceProgress(
        place,
        steering.rebalance(),
        obstacles(observation, place, steering),
        steps(observation, place),
        counts(observation, place),
        observation.snapshot().shares(place),
        !observation.snapshot().unreachable().containsKey(place));
  }

  private static List<String> obstacles(
      ClusterObservation observation, DataCenter place, Steering steering) {
    List<String> obstacles = new ArrayList<>();
    if (!steering.maintenance().isEmpty()) {
      obstacles.add("the end of maintenance: " + steering.maintenance());
    }
    Map<NodeId, Long> counts = counts(observation, place);
    observation.nodes().stream()
        .filter(node -> !node.live() && counts.getOrDefault(node.id(), 0L) > 0)
        .map(node -> "node " + node.id() + ", which is down")
        .forEach(obstacles::add);
    Optional<HostLock> own = observation.snapshot().locks(place).ofRebalance();
    obstacles.addAll(
        own.isPresent()
            ? ahead(own.get(), observation.snapshot().locks(place))
            : locked(observation, place, counts));
    return obstacles;
  }

  /** The activities before the rebalance in the queue. */
  private static List<String> ahead(HostLock own, LockTable locks) {
    return own.isHeld()
        ? List.of()
        : locks.ahead(own).stream()
            .map(other ->
                "its turn (lock %d), behind %s"
                    .formatted(own.number(), LockText.ahead(List.of(other))))
            .toList();
  }

  private static List<String> locked(
      ClusterObservation observation, DataCenter place, Map<NodeId, Long> counts) {
    LockTable locks = observation.snapshot().locks(place);
    return observation.nodes().stream()
        .filter(node -> node.dataCenter() == place.id())
        .filter(node -> counts.containsKey(node.id()) || mayGetReplicas(observation, node))
        .map(StorageNode::id)
        .flatMap(node ->
            locks
                .holder(node.name())
                .map(lock -> "node " + node + ", which is " + LockText.holder(lock))
                .stream())
        .toList();
  }

  private static boolean mayGetReplicas(ClusterObservation observation, StorageNode node) {
    return node.live() && !observation.snapshot().standing(node.id()).isDrained();
  }

  private static Map<NodeId, Long> counts(ClusterObservation observation, DataCenter place) {
    return observation.view().partitions().stream()
        .flatMap(partition -> partition.replicasIn(place.id()).stream())
        .map(Replica::node)
        .map(StorageNode::id)
        .collect(Collectors.groupingBy(id -> id, Collectors.counting()));
  }

  private static List<Step> steps(ClusterObservation observation, DataCenter place) {
    List<Step> steps = new ArrayList<>();
    for (Partition partition : observation.view().partitions()) {
      if (coming(partition, place) > 0) {
        steps.add(new Step(partition.id(), why(observation, partition, place)));
      }
    }
    return steps;
  }

  /** Number of replicas beyond the number of copies. */
  private static int coming(Partition partition, DataCenter place) {
    return Math.max(0, partition.replicasIn(place.id()).size() - partition.copies());
  }

  static int moving(ClusterObservation observation, DataCenter place) {
    return observation.view().partitions().stream().mapToInt(each -> coming(each, place)).sum();
  }

  private static String why(ClusterObservation observation, Partition partition, DataCenter place) {
    String unready =
        partition.replicasIn(place.id()).stream()
            .filter(replica -> !(replica.isReadable() && replica.isWritable()))
            .map(replica -> describe(observation, replica, partition.id()))
            .collect(Collectors.joining("; "));
    return unready.isEmpty() ? "all are complete, the surplus one is being removed" : unready;
  }

  private static String describe(ClusterObservation observation, Replica replica, int partition) {
    String awaited =
        observation
            .report(replica.node().id(), partition)
            .map(ReplicaReport::waiting)
            .filter(waiting -> !waiting.isNothing())
            .map(waiting -> " waits for " + String.join("; ", waiting.missing()))
            .orElse("");
    return replica.node().id() + " (" + replica.state() + ")" + awaited;
  }

  /** Number of replicas that nodes lack to their fair share. */
  long left() {
    return shares.entrySet().stream()
        .mapToLong(each ->
            Math.max(
                0,
                (long) Math.floor(each.getValue() + ROUNDING)
                    - counts.getOrDefault(each.getKey(), 0L)))
        .sum();
  }

  @Override
  public boolean isDone() {
    return seen && stage != Stage.RUNNING && stage != Stage.STOPPING;
  }

  @Override
  public List<String> lines() {
    String name = place.name();
    if (!seen) {
      return List.of(name + " cannot be reached now; the rebalance continues");
    }
    if (isDone()) {
      return List.of(
          stage == Stage.STOPPED
              ? name + ": stopped, replicas stay where they are: " + spread()
              : name + ": each node has its share: " + spread());
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s, at least %s left to move"
            .formatted(
                name,
                NumberText.count(steps.size(), "partition") + " moving",
                NumberText.count(left(), "replica")));
    obstacles.forEach(each -> lines.add("  waits for " + each));
    steps.stream()
        .limit(MOST_SHOWN)
        .map(step -> "  partition %d: %s".formatted(step.partition(), step.why()))
        .forEach(lines::add);
    if (steps.size() > MOST_SHOWN) {
      lines.add("  and " + (steps.size() - MOST_SHOWN) + " more");
    }
    return lines;
  }

  private String spread() {
    return shares.entrySet().stream()
        .map(each ->
            String.format(
                Locale.ROOT,
                "%s %d of %.1f",
                each.getKey(),
                Optional.ofNullable(counts.get(each.getKey())).orElse(0L),
                each.getValue()))
        .collect(Collectors.joining(", "));
  }
}
