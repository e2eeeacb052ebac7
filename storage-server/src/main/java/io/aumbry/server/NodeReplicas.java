package io.aumbry.server;

import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Replication;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the coordinator wishes of the replicas of this node; the legal transitions are in
 * {@link ReplicaState}.
 *
 * <pre>
 *  to BOOTSTRAP  open the store, or make one; pull from now on
 *  to STANDBY    wait until complete (from BOOTSTRAP), durably note that; answer reads
 *  to LEADER     pull from the leaders of the other data centres, and let them pull from here
 *  to INACTIVE   take no writes, pull no more
 *  to OFFLINE    close the store
 *  to DROPPED    open the store to peers and readers, wait for the proof that enough peers have
 *                all of it and stay, then remove its notes, then its files
 * </pre>
 *
 * A crash loses only what is in memory, and the coordinator then starts again at OFFLINE; each step
 * finds what an earlier attempt left on disk. A replica that is wanted again before it was removed
 * opens the same store and catches up from where it was.
 */
final class NodeReplicas implements ReplicaHost {
  private static final Logger LOG = LoggerFactory.getLogger(NodeReplicas.class);

  private final ReplicaRegistry registry;
  private final Replication replication;
  private final Carrier carrier;

  NodeReplicas(ReplicaRegistry registry, Replication replication, Carrier carrier) {
    this.registry = registry;
    this.replication = replication;
    this.carrier = carrier;
  }

  @Override
  public Set<Integer> partitions() {
    return registry.partitions();
  }

  @Override
  public boolean hasGoneOn(int partition) {
    return registry
        .find(partition)
        .filter(replica -> replica.state() == ReplicaState.STANDBY)
        .filter(replica -> !replica.progress().recency().wouldBeDoubtful())
        .isPresent();
  }

  @Override
  public boolean transition(
      int partition, ReplicaState from, ReplicaState to, BooleanSupplier wanted) {
    if (!from.next().contains(to)) {
      throw new AumbryException(ErrorCode.INTERNAL, "No replica goes from " + from + " to " + to);
    }
    if (state(partition) == to && to != ReplicaState.OFFLINE) {
      return true;
    }
    boolean there;
    try {
      there = enter(partition, from, to, wanted);
    } catch (RuntimeException e) {
      AumbryException failure = failure(partition, to, e);
      registry
          .find(partition)
          .ifPresentOrElse(
              replica -> registry.fail(replica, failure),
              () -> registry.failUnopened(partition, failure));
      throw failure;
    }
    LOG.atInfo()
        .addKeyValue("partition", partition)
        .addKeyValue("from", from)
        .addKeyValue("to", to)
        .log(there ? "transition" : "transition given up, it is no longer wanted");
    return there;
  }

  /** Also a bug is a failure that is tried again: the coordinator does not do so by itself. */
  private static AumbryException failure(int partition, ReplicaState to, RuntimeException e) {
    return e instanceof AumbryException known
        ? known
        : new AumbryException(
            ErrorCode.INTERNAL, "Partition " + partition + " cannot become " + to + ": " + e, e);
  }

  private ReplicaState state(int partition) {
    return registry.find(partition).map(HostedReplica::state).orElse(ReplicaState.OFFLINE);
  }

  private boolean enter(int partition, ReplicaState from, ReplicaState to, BooleanSupplier wanted) {
    switch (to) {
      case BOOTSTRAP -> open(partition);
      case STANDBY -> {
        if (from == ReplicaState.BOOTSTRAP && !complete(partition, wanted)) {
          return false;
        }
        registry.advance(partition, from, to);
      }
      case LEADER, INACTIVE, ERROR -> registry.advance(partition, from, to);
      case OFFLINE -> registry.close(partition);
      case DROPPED -> {
        return drop(partition, wanted);
      }
    }
    return true;
  }

  private void open(int partition) {
    if (registry.find(partition).isPresent()) {
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE,
          "Partition " + partition + " is open already, in state " + state(partition));
    }
    registry.open(partition, ReplicaState.BOOTSTRAP).requireSound(carrier);
  }

  private boolean complete(int partition, BooleanSupplier wanted) {
    HostedReplica replica =
        registry
            .find(partition)
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.REPLICA_UNAVAILABLE, "Partition " + partition + " is not open"));
    if (!replication.awaitTrusted(replica, wanted)) {
      return false;
    }
    if (replica.progress().isComplete()) {
      return true;
    }
    boolean complete = replication.awaitComplete(replica, wanted);
    if (complete) {
      registry.complete(replica);
    }
    return complete;
  }

  /** Closes first, so that no write that was let in before is still under way. */
  private boolean drop(int partition, BooleanSupplier wanted) {
    registry.close(partition);
    if (registry.partitions().contains(partition) && !proveDroppable(partition, wanted)) {
      return false;
    }
    registry.drop(partition);
    return true;
  }

  private boolean proveDroppable(int partition, BooleanSupplier wanted) {
    HostedReplica replica = registry.open(partition, ReplicaState.INACTIVE);
    try {
      replica.store().requireComplete();
      return replication.awaitDroppable(replica, wanted);
    } finally {
      registry.close(partition);
    }
  }
}
