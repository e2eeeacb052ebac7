package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.store.compaction.Agreement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Computes the records that all replicas of a partition are known to have, so that compaction may
 * drop records that no replica can need. If any part of this is unknown, the result is empty, and
 * nothing is dropped.
 */
public final class Agreements {
  private final NodeId self;
  private final ReplicationConfig config;

  public Agreements(NodeId self, ReplicationConfig config) {
    this.self = self;
    this.config = config;
  }

  /**
   * Empty if the replica is not complete, or if the view is not whole ({@link
   * ReplicaSafety#allOthers}). Also empty until each other replica has pulled from this store, and
   * was in step with it, since the store was opened: acknowledgements do not survive a restart.
   */
  public Optional<Agreement> of(HostedReplica replica, ClusterView view, long nowMillis) {
    return among(replica, view, nowMillis, _ -> true);
  }

  /**
   * The time as of which all replicas of this data centre are in step, by their own notes. Empty if
   * {@link #of} is.
   */
  public OptionalLong inStepMillis(HostedReplica replica, ClusterView view, long nowMillis) {
    return among(replica, view, nowMillis, peer -> isNear(peer, view)).stream()
        .mapToLong(Agreement::sharedMillis)
        .findFirst();
  }

  private static boolean isNear(NodeId peer, ClusterView view) {
    return view.node(peer).filter(node -> node.dataCenter() == view.local().id()).isPresent();
  }

  private Optional<Agreement> among(
      HostedReplica replica, ClusterView view, long nowMillis, Predicate<NodeId> counts) {
    Optional<List<NodeId>> others =
        ReplicaSafety.allOthers(view, replica.partition(), self, config.copies());
    if (others.isEmpty() || !replica.progress().isComplete()) {
      return Optional.empty();
    }
    Agreement agreement = new Agreement(Long.MAX_VALUE, nowMillis);
    for (NodeId peer : others.get()) {
      if (counts.test(peer)) {
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
}
