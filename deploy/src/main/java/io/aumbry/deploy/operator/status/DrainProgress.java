package io.aumbry.deploy.operator.status;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How far a node is drained, as one look saw it.
 *
 * @param steps the replicas that it still has, by partition
 * @param seen whether its data centre could be seen; if not, nothing is known
 */
public record DrainProgress(NodeId node, List<Step> steps, boolean seen) implements TaskProgress {
  private static final int MOST_SHOWN = 10;

  /** A replica that is to leave, and why it has not yet. */
  public record Step(int partition, String state, String why) {}

  public static DrainProgress of(ClusterObservation look, NodeId node) {
    List<Step> steps = new ArrayList<>();
    for (Partition partition : look.view().partitions()) {
      for (Replica replica : partition.replicas()) {
        if (replica.node().id().equals(node)) {
          String why = why(look, partition, replica);
          steps.add(new Step(partition.id(), replica.state().toString(), why));
        }
      }
    }
    return new DrainProgress(node, steps, look.view().node(node).isPresent());
  }

  /** Its own reason first; before it has one, that of the replica which is to take its place. */
  private static String why(ClusterObservation look, Partition partition, Replica leaving) {
    int id = partition.id();
    Optional<String> own = awaited(look, leaving, id);
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
            .map(other -> describe(look, other, id))
            .collect(Collectors.joining("; "));
    if (!unready.isEmpty()) {
      return "waits for " + unready;
    }
    return others.size() < partition.copies()
        ? "no other place was chosen yet, or others move first"
        : "all others are complete, it is told to go";
  }

  private static String describe(ClusterObservation look, Replica other, int partition) {
    String more =
        awaited(look, other, partition)
            .map(what -> " and waits for " + what)
            .orElse(other.node().live() ? "" : " and not live");
    return other.node().id() + ", which is in " + other.state() + more;
  }

  /** What the transition of a replica waits for, as its node says. */
  private static Optional<String> awaited(ClusterObservation look, Replica replica, int partition) {
    return look.report(replica.node().id(), partition)
        .map(ReplicaReport::waiting)
        .filter(waiting -> !waiting.isNothing())
        .map(waiting -> String.join("; ", waiting.missing()));
  }

  @Override
  public boolean isDone() {
    return seen && steps.isEmpty();
  }

  /** For people. */
  @Override
  public List<String> lines() {
    if (!seen) {
      return List.of(node + " cannot be seen now; the drain goes on");
    }
    if (isDone()) {
      return List.of(node + " has no replicas any more and may be stopped");
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
