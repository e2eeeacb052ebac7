package io.aumbry.server;

import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.pull.Replication;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the state transitions that the coordinator requests for the replicas of this node.
 * The legal transitions are in {@link ReplicaState}.
 *
 * <pre>
 *  to BOOTSTRAP  open the store, or create one; pull from now on
 *  to STANDBY    wait until complete (from BOOTSTRAP), note that durably; answer reads
 *
 *  to LEADER     pull from the leaders of other data centres, and let them pull from here
 *  to INACTIVE   accept no writes, stop pulling
 *  to OFFLINE    close the store
 *
 *  to DROPPED    open the store to peers and readers, wait until enough complete peers that stay
 *                confirm that they have all of it, then remove its notes, then its files
 * </pre>
 *
 * After a crash the coordinator starts again at OFFLINE, and each step continues with the files
 * that an earlier attempt left on disk. A replica that is assigned again before it was removed
 * opens the same store and catches up from its tokens.
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
  public Set<Integer> completeStores() {
    return registry.completeStores();
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
      throw new AumbryException(
          ErrorCode.INTERNAL, "A replica cannot go from " + from + " to " + to);
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
        .log(there ? "transition" : "transition cancelled");
    return there;
  }

  /**
   * Turns a bug into a failure of the replica, which is retried here. The coordinator itself
   * retries nothing.
   */
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
          "Partition " + partition + " is already open, in state " + state(partition));
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

  /** Closes the replica first, so that no admitted write is still in progress. */
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
      replica.feed().requireComplete();
      return replication.awaitDroppable(replica, wanted);
    } finally {
      registry.close(partition);
    }
  }
}
