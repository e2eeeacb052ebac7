package io.aumbry.server;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Replication;
import io.aumbry.store.BlobStore.RecordBatch;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the coordinator wishes of the replicas of this node; the legal transitions are in
 * {@link ReplicaState}.
 *
 * <pre>
 *  to BOOTSTRAP  open the store, or make one; pull from now on
 *  to STANDBY    wait until complete (from BOOTSTRAP), durably note that; answer reads
 *  to LEADER     nothing else changes here yet
 *  to INACTIVE   take no writes, pull no more
 *  to OFFLINE    close the store
 *  to DROPPED    open the store to peers until they have all of it, then remove it
 * </pre>
 *
 * A crash loses only what is in memory, and the coordinator then starts again at OFFLINE; each step
 * finds what an earlier attempt left on disk.
 */
final class NodeReplicas implements ReplicaHost {
  private static final Logger LOG = LoggerFactory.getLogger(NodeReplicas.class);

  private static final Duration PROBE_TIME = Duration.ofSeconds(30);

  private final ReplicaRegistry registry;
  private final Replication replication;
  private final Carrier carrier;
  private final Duration dropPatience;

  NodeReplicas(
      ReplicaRegistry registry, Replication replication, Carrier carrier, Duration dropPatience) {
    this.registry = registry;
    this.replication = replication;
    this.carrier = carrier;
    this.dropPatience = dropPatience;
  }

  @Override
  public Set<Integer> partitions() {
    return registry.partitions();
  }

  @Override
  public void transition(int partition, ReplicaState from, ReplicaState to) {
    if (!from.next().contains(to)) {
      throw new AumbryException(ErrorCode.INTERNAL, "No replica goes from " + from + " to " + to);
    }
    if (state(partition) == to && to != ReplicaState.OFFLINE) {
      return;
    }
    try {
      enter(partition, from, to);
    } catch (AumbryException e) {
      registry.find(partition).ifPresent(replica -> registry.fail(replica, e));
      throw e;
    }
    LOG.atInfo()
        .addKeyValue("partition", partition)
        .addKeyValue("from", from)
        .addKeyValue("to", to)
        .log("transition");
  }

  private ReplicaState state(int partition) {
    return registry.find(partition).map(HostedReplica::state).orElse(ReplicaState.OFFLINE);
  }

  private void enter(int partition, ReplicaState from, ReplicaState to) {
    switch (to) {
      case BOOTSTRAP -> open(partition);
      case STANDBY -> {
        if (from == ReplicaState.BOOTSTRAP) {
          complete(partition);
        }
        registry.advance(partition, from, to);
      }
      case LEADER, INACTIVE, ERROR -> registry.advance(partition, from, to);
      case OFFLINE -> registry.close(partition);
      case DROPPED -> drop(partition);
    }
  }

  private void open(int partition) {
    if (registry.find(partition).isPresent()) {
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE,
          "Partition " + partition + " is open already, in state " + state(partition));
    }
    requireSound(registry.open(partition, ReplicaState.BOOTSTRAP));
  }

  /** A store that found damage takes no change, not even one that changes nothing. */
  private void requireSound(HostedReplica replica) {
    RequestContext context =
        new RequestContext(
            "open-" + replica.partition(), carrier, Deadline.after(PROBE_TIME, carrier.time()));
    replica.store().append(new RecordBatch(Body.empty(), 0), context);
  }

  private void complete(int partition) {
    HostedReplica replica =
        registry
            .find(partition)
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.REPLICA_UNAVAILABLE, "Partition " + partition + " is not open"));
    if (!replica.progress().isComplete()) {
      replication.awaitComplete(replica);
      registry.complete(replica);
    }
  }

  /** Closes first, so that no write that was let in before is still under way. */
  private void drop(int partition) {
    registry.close(partition);
    if (!registry.partitions().contains(partition)) {
      registry.drop(partition);
      return;
    }
    HostedReplica replica = registry.open(partition, ReplicaState.INACTIVE);
    List<String> missing = List.of();
    try {
      missing = replication.awaitDroppable(replica, dropPatience);
    } finally {
      registry.close(partition);
    }
    if (!missing.isEmpty()) {
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE,
          "Partition %d is not removed, its peers do not have all it has: it waits for %s"
              .formatted(partition, String.join(", ", missing)));
    }
    registry.drop(partition);
  }
}
