package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.store.compaction.Agreement;
import java.util.List;
import java.util.Optional;

/**
 * What all replicas of a partition are known to have, so that compaction may drop what nothing can
 * need. Whatever is not known, or not complete, makes the answer empty, and nothing is dropped.
 */
public final class Agreements {
  private final NodeId self;
  private final ReplicationConfig config;

  public Agreements(NodeId self, ReplicationConfig config) {
    this.self = self;
    this.config = config;
  }

  /**
   * What is agreed about a replica of this node; empty when it is not complete itself, the view
   * does not list it or lists too few others in one of the data centres, or when one of them has
   * not yet pulled from this store, or been in step with it, since it was opened.
   */
  public Optional<Agreement> of(HostedReplica replica, ClusterView view, long nowMillis) {
    Optional<Partition> partition =
        view.partition(replica.partition()).filter(known -> isWhole(known, view));
    if (partition.isEmpty() || !replica.progress().isComplete()) {
      return Optional.empty();
    }
    Agreement agreement = new Agreement(Long.MAX_VALUE, nowMillis);
    for (Replica other : present(partition.get().replicas())) {
      NodeId peer = other.node().id();
      if (!peer.equals(self)) {
        agreement = least(agreement, replica.progress(), peer);
      }
    }
    return agreement.acknowledged() < 0 || agreement.inSyncMillis() < 0
        ? Optional.empty()
        : Optional.of(agreement);
  }

  private static Agreement least(Agreement agreed, ReplicaProgress progress, NodeId peer) {
    Acknowledged said = progress.acknowledgedBy(peer);
    long inSync = Math.min(agreed.inSyncMillis(), progress.inSyncWith(peer).orElse(-1));
    long shared = Math.min(inSync, Math.min(agreed.sharedMillis(), said.inStepMillis()));
    return new Agreement(Math.min(agreed.acknowledged(), said.last()), inSync, shared);
  }

  /** A view that has just begun to fill, or misses a data centre, is not one to drop records by. */
  private boolean isWhole(Partition partition, ClusterView view) {
    return partition.isOn(self)
        && view.dataCenters().stream()
            .allMatch(each -> partition.replicasThatCountIn(each.id()) >= config.copies());
  }

  private static List<Replica> present(List<Replica> replicas) {
    return replicas.stream().filter(each -> each.state() != ReplicaState.DROPPED).toList();
  }
}
