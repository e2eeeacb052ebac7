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
import io.aumbry.server.replication.FetchLimits;
import io.aumbry.server.replication.FetchMetrics;
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
import java.util.Optional;
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

  private final SharedPartitions shared;

  private volatile boolean closed;

  public Replication(
      NodeId self,
      FetchLimits limits,
      NodeEnvironment environment,
      ReplicaRegistry registry,
      NewRecordSignal newRecords) {
    ReplicationConfig config = limits.config();
    Reachability reach =
        new Reachability(config.rollCall(), environment.carrier().time(), this::lookAround);
    this.context =
        new PullerContext(
            self,
            environment,
            registry,
            newRecords,
            this::progressed,
            new PullerContext.Ways(limits, reach, new FetchMetrics(environment.metrics())));
    this.redundancy = new ReplicaSafety(self, config);
    this.proof = new DropProof(self, environment, redundancy);
    this.gauges = new LagGauges(context);
    this.shared = new SharedPartitions(self);
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
            .find(replica)
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

  private synchronized void refresh(ClusterView view) {
    if (closed) {
      return;
    }
    Set<NodeId> concerned = new HashSet<>();
    for (HostedReplica replica : context.registry().all()) {
      concerned.addAll(update(replica.partition(), view));
    }
    concerned.addAll(shared.update(view));
    gauges.see(view);
    attend(concerned);
  }

  /** Returns the peers that a change of a partition concerns. */
  private Set<NodeId> update(int partition, ClusterView view) {
    Optional<SharedPartitions.Change> change =
        shared.update(
            partition, context.registry().find(partition).flatMap(_ -> view.partition(partition)));
    change.ifPresent(found -> gauges.show(partition, found));
    return change.map(SharedPartitions.Change::concerned).orElse(Set.of());
  }

  private void replicaChanged(int partition) {
    context.newRecords().announce(partition);
    refresh(partition);
    progressed();
  }

  private synchronized void refresh(int partition) {
    if (closed) {
      return;
    }
    ClusterView view = context.environment().views().current();
    Set<NodeId> concerned = new HashSet<>(update(partition, view));
    concerned.addAll(shared.peersOf(partition));
    concerned.addAll(shared.update(view));
    attend(concerned);
  }

  /** Starts, prods and stops the pullers of these peers. */
  private void attend(Set<NodeId> concerned) {
    for (NodeId peer : concerned) {
      List<Integer> partitions = shared.with(peer);
      if (partitions.isEmpty()) {
        Optional.ofNullable(pullers.remove(peer)).ifPresent(PeerPuller::stop);
        context.reach().forget(peer);
      } else {
        Optional.ofNullable(pullers.get(peer))
            .ifPresentOrElse(puller -> puller.share(partitions), () -> start(peer, partitions));
      }
    }
  }

  private void start(NodeId peer, List<Integer> partitions) {
    PeerPuller puller = new PeerPuller(peer, context);
    puller.share(partitions);
    puller.start();
    pullers.put(peer, puller);
  }

  /** Waiting transitions check again. */
  public void progressed() {
    waiting.forEach(mailbox -> mailbox.post(true));
  }

  @Override
  public synchronized void close() {
    closed = true;
    pullers.values().forEach(PeerPuller::stop);
    pullers.clear();
    gauges.clear();
    progressed();
  }
}
