package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the replicas of this node in step with their peers: one puller for each node of this data
 * centre that has a partition in common with this one.
 */
public final class Replication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Replication.class);

  /** How often someone who waits says in the log what for. */
  private static final Duration REPORT = Duration.ofSeconds(10);

  private final PullerContext context;
  private final Redundancy redundancy;
  private final LagGauges gauges;
  private final List<Mailbox<Boolean>> waiting = new CopyOnWriteArrayList<>();

  /** By peer; under the lock of this object, as are the gauges. */
  private final Map<NodeId, PeerPuller> pullers = new HashMap<>();

  private volatile boolean closed;

  public Replication(
      NodeId self,
      ReplicationConfig config,
      Surroundings surroundings,
      ReplicaRegistry registry,
      Arrivals arrivals) {
    this.context =
        new PullerContext(self, config, surroundings, registry, arrivals, this::progressed);
    this.redundancy = new Redundancy(self, config);
    this.gauges = new LagGauges(surroundings.metrics(), registry);
  }

  /** Starts to follow the cluster view and the replicas of this node. */
  public void start() {
    context.registry().subscribe(this::replicaChanged);
    context.surroundings().views().subscribe(this::viewChanged);
  }

  /**
   * Waits until a replica may answer for its partition.
   *
   * @throws AumbryException when it cannot go on waiting: its store failed, or the node stops
   */
  public void awaitComplete(HostedReplica replica) {
    while (!await(replica, redundancy::missingForComplete, REPORT).isEmpty()) {
      LOG.atInfo().addKeyValue("partition", replica.partition()).log("still bootstraps");
    }
  }

  /**
   * Waits until the peers of a replica hold all it has, or for {@code patience}.
   *
   * @return what is missing; empty when its files may go
   */
  public List<String> awaitDroppable(HostedReplica replica, Duration patience) {
    return await(replica, redundancy::missingForDrop, patience);
  }

  private List<String> await(
      HostedReplica replica,
      BiFunction<HostedReplica, ClusterView, List<String>> rule,
      Duration patience) {
    Carrier carrier = context.surroundings().carrier();
    Deadline end = Deadline.after(patience, carrier.time());
    Mailbox<Boolean> news = new Mailbox<>();
    waiting.add(news);
    try {
      while (true) {
        requireHosted(replica);
        List<String> missing = rule.apply(replica, context.surroundings().views().current());
        if (missing.isEmpty()) {
          return missing;
        }
        if (news.take(end, carrier).isEmpty()) {
          LOG.atInfo()
              .addKeyValue("partition", replica.partition())
              .addKeyValue("state", replica.state())
              .log("waits for {}", missing);
          return missing;
        }
      }
    } finally {
      waiting.remove(news);
    }
  }

  private void requireHosted(HostedReplica replica) {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This node is shutting down");
    }
    boolean serves =
        context
            .registry()
            .find(replica.partition())
            .filter(now -> now.store().equals(replica.store()))
            .filter(now -> now.state() != ReplicaState.ERROR)
            .isPresent();
    if (!serves) {
      throw new AumbryException(
          ErrorCode.DISK_FAILED, "The store of partition " + replica.partition() + " has stopped");
    }
  }

  private void viewChanged(ClusterView view) {
    refresh(view);
    progressed();
  }

  private void replicaChanged(int partition) {
    context.arrivals().announce(partition);
    refresh(context.surroundings().views().current());
    progressed();
  }

  /** An acknowledgement of a peer, or records of one, have come. */
  public void progressed() {
    waiting.forEach(mailbox -> mailbox.post(true));
  }

  private synchronized void refresh(ClusterView view) {
    if (closed) {
      return;
    }
    Set<LagGauges.Shared> shared = shared(view);
    Set<NodeId> peers = new HashSet<>();
    shared.forEach(each -> peers.add(each.peer()));
    pullers
        .entrySet()
        .removeIf(entry -> {
          boolean gone = !peers.contains(entry.getKey());
          if (gone) {
            entry.getValue().stop();
          }
          return gone;
        });
    pullers.values().forEach(PeerPuller::prod);
    for (NodeId peer : peers) {
      pullers.computeIfAbsent(peer, this::puller);
    }
    gauges.show(shared);
  }

  private PeerPuller puller(NodeId peer) {
    PeerPuller puller = new PeerPuller(peer, context);
    puller.start();
    return puller;
  }

  private Set<LagGauges.Shared> shared(ClusterView view) {
    Set<LagGauges.Shared> shared = new HashSet<>();
    for (HostedReplica replica : context.registry().all()) {
      view.partition(replica.partition()).stream()
          .flatMap(partition -> partition.replicasIn(view.local().id()).stream())
          .map(other -> other.node().id())
          .filter(peer -> !peer.equals(context.self()))
          .forEach(peer -> shared.add(new LagGauges.Shared(peer, replica.partition())));
    }
    return shared;
  }

  @Override
  public synchronized void close() {
    closed = true;
    pullers.values().forEach(PeerPuller::stop);
    pullers.clear();
    gauges.show(Set.of());
    progressed();
  }
}
