package io.aumbry.server.replication.pull;

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
import io.aumbry.server.replication.DropProof;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.PendingTransitions;
import io.aumbry.server.replication.ReplicaSafety;
import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one puller for each node, in any data centre, that shares a partition with this node. */
public final class Replication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Replication.class);

  private static final Duration REPORT = Duration.ofSeconds(30);

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final PullerContext context;
  private final ReplicaSafety redundancy;
  private final DropProof proof;
  private final LagGauges gauges;
  private final PendingTransitions waits;
  private final List<Mailbox<Boolean>> waiting = new CopyOnWriteArrayList<>();

  /** By peer; guarded by the lock of this object, like the gauges. */
  private final Map<NodeId, PeerPuller> pullers = new HashMap<>();

  private volatile boolean closed;

  public Replication(
      NodeId self,
      ReplicationConfig config,
      NodeEnvironment environment,
      ReplicaRegistry registry,
      NewRecordSignal newRecords) {
    Reachability reach =
        new Reachability(config.rollCall(), environment.carrier().time(), this::lookAround);
    this.context =
        new PullerContext(
            self,
            config,
            environment,
            registry,
            newRecords,
            this::progressed,
            PullerContext.Ways.of(config, environment, reach));
    this.redundancy = new ReplicaSafety(self, config);
    this.proof = new DropProof(self, environment, redundancy);
    this.gauges = new LagGauges(context);
    this.waits = new PendingTransitions(environment.carrier().time());
  }

  public void start() {
    context.registry().subscribe(this::replicaChanged);
    context.environment().views().subscribe(this::viewChanged);
  }

  public PendingTransitions waits() {
    return waits;
  }

  /**
   * Waits until a replica is not in doubt.
   *
   * @return false if the transition was cancelled before
   * @throws AumbryException as {@link #awaitComplete}
   */
  public boolean awaitTrusted(HostedReplica replica, BooleanSupplier wanted) {
    try (PendingTransitions.Wait wait = waits.begin(replica.partition())) {
      return await(replica, redundancy::missingForTrust, wait, wanted);
    }
  }

  /**
   * Waits until a replica may become complete.
   *
   * @return false if the transition was cancelled before
   * @throws AumbryException if the store has failed or the node stops
   */
  public boolean awaitComplete(HostedReplica replica, BooleanSupplier wanted) {
    try (PendingTransitions.Wait wait = waits.begin(replica.partition())) {
      return await(replica, redundancy::missingForComplete, wait, wanted);
    }
  }

  /**
   * Waits until enough peers confirm that they hold all records of a replica and stay.
   *
   * @return whether its files may go; false if the transition was cancelled before
   * @throws AumbryException as {@link #awaitComplete}
   */
  public boolean awaitDroppable(HostedReplica replica, BooleanSupplier wanted) {
    try (PendingTransitions.Wait wait = waits.begin(replica.partition())) {
      return awaitDroppable(replica, wait, wanted);
    }
  }

  private boolean awaitDroppable(
      HostedReplica replica, PendingTransitions.Wait wait, BooleanSupplier wanted) {
    Mailbox<Boolean> nothing = new Mailbox<>();
    Carrier carrier = context.environment().carrier();
    while (await(replica, redundancy::missingForDrop, wait, wanted)) {
      List<String> missing = proof.missing(replica, context.environment().views().current());
      if (missing.isEmpty()) {
        return wanted.getAsBoolean();
      }
      wait.isFor(missing);
      report(replica, missing);
      nothing.take(Deadline.after(LOOK, carrier.time()), carrier);
    }
    return false;
  }

  private boolean await(
      HostedReplica replica,
      BiFunction<HostedReplica, ClusterView, List<String>> rule,
      PendingTransitions.Wait wait,
      BooleanSupplier wanted) {
    Carrier carrier = context.environment().carrier();
    Deadline nextReport = Deadline.after(REPORT, carrier.time());
    Mailbox<Boolean> news = new Mailbox<>();
    waiting.add(news);
    try {
      while (wanted.getAsBoolean()) {
        requireHosted(replica);
        List<String> missing = rule.apply(replica, context.environment().views().current());
        if (missing.isEmpty()) {
          return true;
        }
        wait.isFor(missing);
        if (nextReport.hasPassed(carrier.time())) {
          report(replica, missing);
          nextReport = Deadline.after(REPORT, carrier.time());
        }
        news.take(Deadline.after(LOOK, carrier.time()), carrier);
      }
      return false;
    } finally {
      waiting.remove(news);
    }
  }

  private static void report(HostedReplica replica, List<String> missing) {
    LOG.atInfo()
        .addKeyValue("partition", replica.partition())
        .addKeyValue("state", replica.state())
        .log("waits for {}", missing);
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

  /** Makes pullers ask peers for the records that are damaged here. */
  public void repair() {
    lookAround();
  }

  private synchronized void lookAround() {
    pullers.values().forEach(PeerPuller::prod);
  }

  private void viewChanged(ClusterView view) {
    refresh(view);
    progressed();
  }

  private void replicaChanged(int partition) {
    context.newRecords().announce(partition);
    refresh(context.environment().views().current());
    progressed();
  }

  /** Waiting transitions check again. */
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
            context.reach().forget(entry.getKey());
          }
          return gone;
        });
    pullers.values().forEach(PeerPuller::prod);
    for (NodeId peer : peers) {
      pullers.computeIfAbsent(peer, this::puller);
    }
    gauges.show(shared, view);
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
          .flatMap(partition -> partition.replicas().stream())
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
    gauges.show(Set.of(), context.environment().views().current());
    progressed();
  }
}
