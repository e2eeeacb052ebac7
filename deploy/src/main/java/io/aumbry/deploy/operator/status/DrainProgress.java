package io.aumbry.deploy.operator.status;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The progress of a drain, computed from one observation.
 *
 * @param steps the remaining replicas of the node, by partition
 * @param doubt the reason why the node may have others, or empty. The cluster lists no replicas of
 *     a node that is down, but their data may be there
 */
public record DrainProgress(NodeId node, List<Step> steps, Optional<String> doubt)
    implements TaskProgress {
  private static final int MOST_SHOWN = 10;

  /** A remaining replica and the reason why it is still there. */
  public record Step(int partition, String state, String why) {}

  public static DrainProgress of(ClusterObservation observation, NodeId node) {
    List<Step> steps = new ArrayList<>();
    for (Partition partition : observation.view().partitions()) {
      for (Replica replica : partition.replicas()) {
        if (replica.node().id().equals(node)) {
          String why = why(observation, partition, replica);
          steps.add(new Step(partition.id(), replica.state().toString(), why));
        }
      }
    }
    return new DrainProgress(node, steps, doubt(observation, node, steps));
  }

  private static Optional<String> doubt(
      ClusterObservation observation, NodeId node, List<Step> steps) {
    Optional<StorageNode> seen = observation.view().node(node);
    Optional<ClusterObservation.Said> said = observation.said(node);
    if (seen.isEmpty()) {
      return Optional.of("cannot be reached now");
    }
    if (!seen.get().live()) {
      return Optional.of("is down, so its replicas are unknown");
    }
    if (said.isEmpty() || observation.silent().containsKey(node)) {
      return Optional.of("does not answer, so its replicas are unknown");
    }
    Set<Integer> unlisted = new TreeSet<>(said.get().byPartition().keySet());
    steps.forEach(step -> unlisted.remove(step.partition()));
    unlisted.addAll(observation.snapshot().standing(node).unlisted());
    return unlisted.isEmpty()
        ? Optional.empty()
        : Optional.of("has stores that the cluster does not list");
  }

  /** The reason that the replica itself reports, or else that of the replica which replaces it. */
  private static String why(ClusterObservation observation, Partition partition, Replica leaving) {
    int id = partition.id();
    Optional<String> own = awaited(observation, leaving, id);
    if (own.isPresent()) {
      return "waits for " + own.get();
    }
    List<Replica> others =
        partition.replicasIn(leaving.node().dataCenter()).stream()
            .filter(other -> !other.equals(leaving))
            .toList();
    String unready =
        others.stream()
            .filter(other -> !(other.isReadable() && other.isWritable()))
            .map(other -> describe(observation, other, id))
            .collect(Collectors.joining("; "));
    if (!unready.isEmpty()) {
      return "waits for " + unready;
    }
    return others.size() < partition.copies()
        ? "no other node was chosen yet, or other partitions move first"
        : "all others are complete, it is being removed";
  }

  private static String describe(ClusterObservation observation, Replica other, int partition) {
    String more =
        awaited(observation, other, partition)
            .map(what -> " and waits for " + what)
            .orElse(other.node().live() ? "" : " and not live");
    return other.node().id() + ", which is in " + other.state() + more;
  }

  /** The reason for which a replica's transition waits, as its node reports. */
  private static Optional<String> awaited(
      ClusterObservation observation, Replica replica, int partition) {
    return observation
        .report(replica.node().id(), partition)
        .map(ReplicaReport::waiting)
        .filter(waiting -> !waiting.isNothing())
        .map(waiting -> String.join("; ", waiting.missing()));
  }

  @Override
  public boolean isDone() {
    return doubt.isEmpty() && steps.isEmpty();
  }

  /** The state of the drain, in one line. */
  public String summary() {
    return !steps.isEmpty()
        ? "%s left; partition %d %s"
            .formatted(
                NumberText.count(steps.size(), "replica"),
                steps.getFirst().partition(),
                steps.getFirst().why())
        : lines().getFirst();
  }

  @Override
  public List<String> lines() {
    if (steps.isEmpty()) {
      return List.of(
          doubt
              .map(why -> "%s %s; the drain continues".formatted(node, why))
              .orElse(node + " has no replicas left and may be stopped"));
    }
    List<String> lines = new ArrayList<>();
    lines.add(NumberText.count(steps.size(), "replica") + " left on " + node);
    steps.stream()
        .limit(MOST_SHOWN)
        .map(
            step -> "  partition %d (%s): %s".formatted(step.partition(), step.state(), step.why()))
        .forEach(lines::add);
    if (steps.size() > MOST_SHOWN) {
      lines.add("  and " + (steps.size() - MOST_SHOWN) + " more");
    }
    return lines;
  }
}
