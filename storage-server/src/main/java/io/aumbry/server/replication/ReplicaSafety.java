package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The two rules that keep every acknowledged record: when a replica is complete, and when its files
 * may go. Each returns the missing conditions; an empty list means that the rule is met. The proofs
 * are in {@code docs/proofs/replication.md}.
 */
public final class ReplicaSafety {
  private final NodeId self;
  private final ReplicationConfig config;

  public ReplicaSafety(NodeId self, ReplicationConfig config) {
    this.self = self;
    this.config = config;
  }

  public List<String> missingForTrust(HostedReplica replica, ClusterView view) {
    if (!replica.isDoubtful()) {
      return List.of();
    }
    List<String> missing = new ArrayList<>();
    missing.add(
        ("the forget horizon of the cluster, or %d complete replicas, or all others, to show that"
                + " no delete was forgotten since it was last in step")
            .formatted(config.writeQuorum() - 1));
    missing.addAll(notHeard(replica, others(view, replica.partition())));
    return missing;
  }

  private static List<String> notHeard(HostedReplica replica, List<Replica> others) {
    return others.stream()
        .filter(other -> !replica.progress().of(other.node().id()).heard())
        .map(other -> describe(other, PeerProgress.NONE))
        .toList();
  }

  public List<String> missingForComplete(HostedReplica replica, ClusterView view) {
    if (replica.progress().isComplete()) {
      return List.of();
    }
    Optional<Partition> partition = view.partition(replica.partition());
    if (partition.filter(known -> known.isOn(self)).isEmpty() && config.copies() > 1) {
      return List.of("the cluster view to list this replica");
    }
    List<Replica> others = others(view, replica.partition());
    List<String> missing = notCaughtUp(replica, others);
    if (others.size() < config.copies() - 1) {
      missing.add(
          "%d more replicas in the cluster view, of %d copies"
              .formatted(config.copies() - 1 - others.size(), config.copies()));
    }
    if (missing.isEmpty() && !haveAllFinal(replica, others)) {
      missing.addAll(missingElsewhere(replica, view));
      return missing.isEmpty() ? missingToBegin(replica) : missing;
    }
    if (missing.isEmpty() && replica.progress().provenInStepMillis() == 0) {
      missing.add("a complete replica to state when it was last in step");
    }
    return missing;
  }

  private static List<String> notCaughtUp(HostedReplica replica, List<Replica> others) {
    List<String> missing = new ArrayList<>();
    for (Replica other : others) {
      PeerProgress progress = replica.progress().of(other.node().id());
      if (!progress.isCaughtUp()) {
        missing.add(describe(other, progress));
      }
    }
    return missing;
  }

  /** Whether more others are complete than may lack a final record: N - W + 1. */
  private boolean haveAllFinal(HostedReplica replica, List<Replica> others) {
    long complete =
        others.stream()
            .filter(other -> replica.progress().of(other.node().id()).complete())
            .count();
    return complete > config.copies() - config.writeQuorum();
  }

  /** A partition begins empty once. Later, a new store must be built from a complete one. */
  private static List<String> missingToBegin(HostedReplica replica) {
    if (!replica.progress().recency().mayBeBegun()
        && replica.progress().provenInStepMillis() == 0) {
      return List.of(
          "a complete replica, because the cluster has recorded that this partition was in use");
    }
    return List.of();
  }

  /** Records that were lost here may have reached other data centres. */
  private List<String> missingElsewhere(HostedReplica replica, ClusterView view) {
    List<String> missing = new ArrayList<>();
    for (DataCenter dataCenter : view.dataCenters()) {
      if (dataCenter.id() != view.local().id()) {
        List<Replica> there = present(view, replica.partition(), dataCenter.id());
        missing.addAll(notCaughtUp(replica, there));
        if (there.size() < config.copies()) {
          missing.add(
              "%d more replicas of data centre %s in the cluster view, of %d copies"
                  .formatted(config.copies() - there.size(), dataCenter.name(), config.copies()));
        }
      }
    }
    return missing;
  }

  /** Shows, by known acknowledgements, whether it is worth asking for the drop proof. */
  public List<String> missingForDrop(HostedReplica replica, ClusterView view) {
    long last = replica.feed().newestSequence();
    List<String> missing = new ArrayList<>();
    int having = 0;
    for (Replica other : others(view, replica.partition())) {
      long acknowledged = replica.progress().acknowledgedBy(other.node().id()).last();
      if (stays(other) && acknowledged >= last) {
        having++;
      } else {
        missing.add(describe(other, acknowledged, last));
      }
    }
    if (having >= config.copies()) {
      return List.of();
    }
    missing.add(
        "%d replicas that stay and have all records (%d so far)".formatted(copies(), having));
    missing.addAll(missingForTrust(replica, view));
    return missing;
  }

  private static String describe(Replica other, long acknowledged, long last) {
    return "%s (%s%s, %s of %d records)"
        .formatted(
            other.node().id(),
            other.state(),
            other.node().live() ? "" : " and not live",
            acknowledged < 0 ? "has not said how many" : "has " + acknowledged,
            last);
  }

  /** The other replicas that are complete and not leaving, according to the view. */
  List<Replica> stayers(ClusterView view, int partition) {
    return others(view, partition).stream().filter(ReplicaSafety::stays).toList();
  }

  private static boolean stays(Replica replica) {
    return replica.isReadable() && replica.isWritable();
  }

  int copies() {
    return config.copies();
  }

  private List<Replica> others(ClusterView view, int partition) {
    return others(view, partition, self);
  }

  /** The replicas in this data centre except on {@code self}. */
  public static List<Replica> others(ClusterView view, int partition, NodeId self) {
    return present(view, partition, view.local().id()).stream()
        .filter(replica -> !replica.node().id().equals(self))
        .toList();
  }

  /**
   * The nodes of all other replicas of a partition, in all data centres. Empty if the view does not
   * list {@code self}, or lists too few replicas in any data centre: such a view has just begun to
   * fill, or lacks a data centre.
   */
  public static Optional<List<NodeId>> allOthers(
      ClusterView view, int partition, NodeId self, int copies) {
    return view.partition(partition)
        .filter(known -> known.isOn(self))
        .flatMap(_ -> all(view, partition, copies))
        .map(all -> all.stream().filter(node -> !node.equals(self)).toList());
  }

  /**
   * The nodes of all replicas of a partition, in all data centres. Empty if the view lists too few
   * replicas in any data centre.
   */
  public static Optional<List<NodeId>> all(ClusterView view, int partition, int copies) {
    return view.partition(partition)
        .filter(known ->
            view.dataCenters().stream()
                .allMatch(each -> known.replicasThatCountIn(each.id()) >= copies))
        .map(known ->
            known.replicas().stream()
                .filter(replica -> replica.state() != ReplicaState.DROPPED)
                .map(replica -> replica.node().id())
                .toList());
  }

  private static List<Replica> present(ClusterView view, int partition, int dataCenter) {
    return view
        .partition(partition)
        .map(known -> known.replicasIn(dataCenter))
        .orElse(List.of())
        .stream()
        .filter(replica -> replica.state() != ReplicaState.DROPPED)
        .toList();
  }

  private static String describe(Replica other, PeerProgress progress) {
    String node = other.node().id().name();
    return progress.heard()
        ? "%s (%d of %d records)".formatted(node, progress.token().last(), progress.target())
        : node + " (not heard of yet, " + other.state() + ")";
  }
}
