package io.aumbry.deploy.operator;

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
record DrainProgress(NodeId node, List<Step> steps, boolean seen) {
  private static final int MOST_SHOWN = 10;

  /** A replica that is to leave, and why it has not yet. */
  record Step(int partition, String state, String why) {}

  static DrainProgress of(ClusterLook look, NodeId node) {
    List<Step> steps = new ArrayList<>();
    for (Partition partition : look.view().partitions()) {
      partition.replicas().stream()
          .filter(replica -> replica.node().id().equals(node))
          .findFirst()
          .map(replica -> step(look, partition, replica))
          .ifPresent(steps::add);
    }
    boolean seen = look.view().node(node).isPresent();
    return new DrainProgress(node, steps, seen);
  }

  private static Step step(ClusterLook look, Partition partition, Replica leaving) {
    return new Step(partition.id(), leaving.state().toString(), why(look, partition, leaving));
  }

  /** Its own reason first; before it has one, that of the replica which is to take its place. */
  private static String why(ClusterLook look, Partition partition, Replica leaving) {
    int id = partition.id();
    NodeId node = leaving.node().id();
    Optional<ReplicaReport> own = report(look, node, id).filter(DrainProgress::waits);
    if (own.isPresent()) {
      return "waits for " + String.join("; ", own.get().waiting().missing());
    }
    String others =
        partition.replicasIn(leaving.node().dataCenter()).stream()
            .filter(other -> !other.node().id().equals(node))
            .filter(other -> !(other.isReadable() && other.isWritable()))
            .map(other -> describe(look, other, id))
            .collect(Collectors.joining("; "));
    if (!others.isEmpty()) {
      return "waits for " + others;
    }
    long staying =
        partition.replicasIn(leaving.node().dataCenter()).stream()
            .filter(other -> !other.node().id().equals(node))
            .count();
    return staying < partition.copies()
        ? "no other place was chosen yet, or others move first"
        : "all others are complete, it is told to go";
  }

  private static String describe(ClusterLook look, Replica other, int partition) {
    String state = other.node().id() + ", which is in " + other.state();
    return report(look, other.node().id(), partition)
        .filter(DrainProgress::waits)
        .map(waiting -> state + " and waits for " + String.join("; ", waiting.waiting().missing()))
        .orElse(state + (other.node().live() ? "" : " and not live"));
  }

  private static Optional<ReplicaReport> report(ClusterLook look, NodeId node, int partition) {
    return look.said(node).flatMap(said -> said.replica(partition));
  }

  private static boolean waits(ReplicaReport replica) {
    return !replica.waiting().isNothing();
  }

  boolean isDone() {
    return seen && steps.isEmpty();
  }

  /** For people. */
  List<String> lines() {
    if (!seen) {
      return List.of(node + " cannot be seen now; the drain goes on");
    }
    if (isDone()) {
      return List.of(node + " has no replicas any more and may be stopped");
    }
    List<String> lines = new ArrayList<>();
    lines.add(Words.count(steps.size(), "replica") + " left on " + node);
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
