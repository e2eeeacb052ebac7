package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.policy.AdaptiveThreshold;
import io.aumbry.router.policy.DataCenterLatencies;
import io.aumbry.router.policy.HedgeAllowance;
import io.aumbry.router.policy.PartitionFullness;
import io.aumbry.router.policy.RecentChanges;
import io.aumbry.router.policy.RemoteGoal;
import io.aumbry.router.policy.ReplicaOrder;
import io.aumbry.router.policy.Suspects;
import io.aumbry.router.policy.UnresponsiveNodes;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway to storage nodes. It keeps statistics of latency, failures and fullness. Shared by
 * all loops.
 */
public final class StorageNodes {
  private static final Logger LOG = LoggerFactory.getLogger(StorageNodes.class);
  private static final Duration DISTANCE_HOLDS = Duration.ofMinutes(1);

  /** Silent replicas get this fraction of the node timeout to answer. */
  private static final int PATIENCE_WITH_SILENT = 5;

  /** Penalties that exceed every latency. */
  private static final long SUSPECTED_NANOS = Duration.ofHours(1).toNanos();

  private static final long SILENT_NANOS = Duration.ofDays(1).toNanos();

  private static final int STRAGGLERS = 50_000;
  private static final Duration STRAGGLING = Duration.ofMinutes(1);

  private final ClusterViews views;
  private final NodeClient client;
  private final RouterConfig config;
  private final Time time;
  private final RandomGenerator random;
  private final AdaptiveThreshold threshold;
  private final DataCenterLatencies distances = new DataCenterLatencies(DISTANCE_HOLDS);
  private final PartitionFullness fullness = new PartitionFullness();
  private final HedgeAllowance localHedges;
  private final HedgeAllowance remoteHedges;
  private final UnresponsiveNodes silence;
  private final Suspects<NodeId> suspects;
  private final RecentChanges stragglers = new RecentChanges(STRAGGLERS, STRAGGLING);
  private final RepairHints hints;
  private final Counter localFailures;
  private final Counter remoteFailures;
  private final Counter remoteReads;
  private final Counter hedgesSent;
  private final Counter hedgesWon;

  public StorageNodes(
      ClusterViews views,
      NodeClient client,
      RouterConfig config,
      Time time,
      RandomGenerator random,
      Metrics metrics) {
    this.views = views;
    this.client = client;
    this.config = config;
    this.time = time;
    this.random = random;
    RouterConfig.Hedge hedge = config.hedge();
    this.threshold =
        new AdaptiveThreshold(
            hedge.quantile(),
            hedge.initialDelay(),
            id -> views.current().node(id).filter(client::isInProcess).isPresent(),
            time.monotonicNanos());
    this.localHedges = new HedgeAllowance(hedge.share());
    this.remoteHedges = new HedgeAllowance(hedge.share());
    RouterConfig.Tuning tuning = config.tuning();
    this.suspects = new Suspects<>(tuning.suspicion());
    this.silence =
        new UnresponsiveNodes(views.current().local().id(), tuning.suspicion(), tuning.silence());
    this.hints = new RepairHints(client, tuning, time, metrics);
    Family<Counter> failures =
        metrics.counters(
            "aumbry_router_replica_failures_total",
            "Failed calls to replicas, local or remote",
            "where");
    this.localFailures = failures.of("local");
    this.remoteFailures = failures.of("remote");
    this.remoteReads =
        metrics.counter(
            "aumbry_router_reads_remote_total",
            "Records read from another data centre because they were missing in this one");
    this.hedgesSent =
        metrics.counter(
            "aumbry_router_hedges_sent_total",
            "Hedged requests: a second replica was asked because the first was slow");
    this.hedgesWon =
        metrics.counter(
            "aumbry_router_hedges_won_total",
            "Hedged requests in which the second replica answered first");
  }

  record Call(NodeCall handle, Replica replica, long sentNanos, boolean isHedge) {}

  /**
   * Where a blob is.
   *
   * @param local the data centre of this process
   */
  public record Route(Partition partition, int local, int origin) {
    /** Including unreachable and unknown replicas. */
    int replicasThatCount(int dataCenter) {
      return partition.replicasToHearIn(dataCenter);
    }

    /** Including unfit replicas. */
    List<Replica> replicasIn(int dataCenter) {
      return partition.replicasIn(dataCenter).stream()
          .filter(replica -> replica.state() != ReplicaState.DROPPED)
          .toList();
    }

    public Set<Integer> dataCenters() {
      return partition.dataCenters();
    }
  }

  /**
   * Finds the replicas of a blob.
   *
   * @throws AumbryException {@link ErrorCode#UNKNOWN_PARTITION}
   */
  public Route route(BlobId id) {
    ClusterView view = views.current();
    Optional<Partition> partition = view.partition(id.partition());
    if (partition.isEmpty()) {
      throw new AumbryException(
          ErrorCode.UNKNOWN_PARTITION, "Blob " + id + " is in unknown partition " + id.partition());
    }
    return new Route(partition.get(), view.local().id(), id.dataCenter());
  }

  public ClusterView view() {
    return views.current();
  }

  /**
   * Requires that the view lists replicas in each configured data centre; otherwise the state of
   * the blob there is unknown.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED}
   */
  public void requireAllSeen(BlobId id) {
    Route route = route(id);
    for (DataCenter dataCenter : view().dataCenters()) {
      if (route.replicasThatCount(dataCenter.id()) == 0) {
        throw new AumbryException(
            ErrorCode.QUORUM_NOT_REACHED,
            "No replica of partition %d is known in data centre %s, which may have blob %s"
                .formatted(id.partition(), dataCenter.name(), id));
      }
    }
  }

  public RecentChanges.Late stragglers(BlobId id) {
    return stragglers.of(id, time.monotonicNanos());
  }

  List<Replica> inOrder(Route route, Set<NodeId> late) {
    List<Replica> order =
        ReplicaOrder.of(
            route.partition(), route.local(), route.origin(), this::standing, random.nextInt());
    if (!late.isEmpty()) {
      order.sort(Comparator.comparing(replica -> late.contains(replica.node().id())));
    }
    return order;
  }

  boolean isInProcess(Replica replica) {
    return client.isInProcess(replica.node());
  }

  private ReplicaOrder.Standing standing(Replica replica) {
    if (isSuspect(replica)) {
      return ReplicaOrder.Standing.SUSPECT;
    }
    StorageNode node = replica.node();
    return isInProcess(replica) && !threshold.isSlow(node.id(), node.dataCenter())
        ? ReplicaOrder.Standing.PREFERRED
        : ReplicaOrder.Standing.USUAL;
  }

  /**
   * Remembers a change of a blob for later reads.
   *
   * @param unconfirmed replicas that have not acknowledged it
   */
  public void changed(BlobId id, Set<NodeId> unconfirmed) {
    if (!unconfirmed.isEmpty()) {
      remember(id, new RecentChanges.Late(unconfirmed, RecentChanges.NO_LIFE));
    }
  }

  /**
   * Remembers a delete of a blob for later reads. The view may have lacked replicas, and these do
   * not know it either.
   *
   * @param unconfirmed replicas that have not acknowledged it
   */
  void deleted(BlobId id, int life, Set<NodeId> unconfirmed) {
    remember(id, new RecentChanges.Late(unconfirmed, life));
  }

  private void remember(BlobId id, RecentChanges.Late late) {
    stragglers.add(id, late, time.monotonicNanos());
  }

  boolean isSuspect(Replica replica) {
    return suspects.isSuspect(replica.node().id(), time.monotonicNanos());
  }

  /** For calls that may outlive their request: only the node timeout ends them. */
  RequestContext callContext(RequestContext request) {
    return request.withDeadline(Deadline.after(config.nodeTimeout(), time));
  }

  /** The calls are in the order of the replicas. */
  List<Call> send(
      List<Replica> replicas,
      NodeRequest request,
      Body content,
      RequestContext callContext,
      Mailbox<NodeReply> replies) {
    long now = time.monotonicNanos();
    List<StorageNode> nodes = new ArrayList<>(replicas.size());
    replicas.forEach(replica -> nodes.add(replica.node()));
    List<NodeCall> handles = client.sendToEach(nodes, request, content, callContext, replies);
    List<Call> calls = new ArrayList<>(handles.size());
    for (int i = 0; i < handles.size(); i++) {
      calls.add(new Call(handles.get(i), replicas.get(i), now, false));
    }
    return calls;
  }

  /** Sends a read, which ends with its request at the latest. */
  Call ask(
      Replica replica,
      NodeRequest request,
      RequestContext context,
      Mailbox<NodeReply> replies,
      boolean asHedge) {
    long now = time.monotonicNanos();
    RequestContext limited =
        context.withDeadline(
            Deadline.after(config.nodeTimeout(), time).earlierOf(context.deadline()));
    return new Call(
        client.send(replica.node(), request, Body.empty(), limited, replies),
        replica,
        now,
        asHedge);
  }

  /** Earns a share of a hedge for a read that begins here or continues elsewhere. */
  void readBegun(boolean isLocal) {
    (isLocal ? localHedges : remoteHedges).requested();
  }

  boolean mayHedge() {
    return localHedges.isEverAvailable();
  }

  /** Remote hedges have an allowance of their own. */
  boolean takeHedge(Replica second) {
    boolean taken = hedges(second).tryTake();
    if (taken) {
      hedgesSent.increment();
    }
    return taken;
  }

  private HedgeAllowance hedges(Replica replica) {
    return isLocal(replica) ? localHedges : remoteHedges;
  }

  Deadline lateAt(Call call) {
    Replica replica = call.replica();
    double wait =
        hedges(replica).patience()
            * threshold.nanos(replica.node().id(), replica.node().dataCenter());
    return new Deadline(call.sentNanos() + (long) wait);
  }

  /** Also called for a call that lost to a hedge. */
  void took(Call call) {
    long now = time.monotonicNanos();
    Replica replica = call.replica();
    threshold.record(replica.node().id(), replica.node().dataCenter(), now - call.sentNanos(), now);
  }

  void tookWrite(Call call) {
    Replica replica = call.replica();
    if (!isLocal(replica)) {
      long now = time.monotonicNanos();
      distances.record(replica.node().dataCenter(), now - call.sentNanos(), now);
    }
  }

  /**
   * Sorts by preference: answering data centres, without recent failures, nearest first. Leaders
   * come first in a data centre; any other replica would make them pull the record over the link
   * again.
   */
  public List<RemoteGoal.Target> preferred(List<RemoteGoal.Target> targets) {
    List<Ranked> ranked = new ArrayList<>(targets.size());
    targets.forEach(target -> ranked.add(new Ranked(target, rank(target))));
    Collections.shuffle(ranked, random);
    ranked.sort(Comparator.comparingLong(Ranked::rank).thenComparing(Ranked::isWithoutLeader));
    return ranked.stream().map(Ranked::target).toList();
  }

  private record Ranked(RemoteGoal.Target target, long rank) {
    boolean isWithoutLeader() {
      return target.replicas().stream().noneMatch(each -> each.state() == ReplicaState.LEADER);
    }
  }

  private long rank(RemoteGoal.Target target) {
    long suspected = target.replicas().stream().anyMatch(this::isSuspect) ? SUSPECTED_NANOS : 0;
    long silent = target.replicas().stream().allMatch(this::isSilent) ? SILENT_NANOS : 0;
    return distances.nanos(target.dataCenter(), time.monotonicNanos()) + suspected + silent;
  }

  /** Whether all other data centres of the partition are silent. */
  public boolean isAlone(Partition partition) {
    return partition.replicas().stream().allMatch(replica -> isLocal(replica) || isSilent(replica));
  }

  public boolean isSilent(Replica replica) {
    return silence.isSilent(replica.node(), time.monotonicNanos());
  }

  Deadline heardBy(Call call) {
    return new Deadline(call.sentNanos() + config.nodeTimeout().toNanos() / PATIENCE_WITH_SILENT);
  }

  void found(Call call) {
    if (call.isHedge()) {
      hedgesWon.increment();
    }
    if (!isLocal(call.replica())) {
      remoteReads.increment();
    }
  }

  RepairHints hints() {
    return hints;
  }

  void answered(Replica replica, NodeResponse response) {
    silence.answered(replica.node());
    if (!(response instanceof NodeResponse.Failed)) {
      suspects.succeeded(replica.node().id());
    }
  }

  void filled(Replica replica, int partition, int fill) {
    if (isLocal(replica)) {
      fullness.told(partition, replica.node().id(), fill);
    }
  }

  PartitionFullness fullness() {
    return fullness;
  }

  /** An overload without an answer is one of the connection, and does not make the node suspect. */
  void unanswered(Replica replica, ErrorCode code, String reason) {
    if (code == ErrorCode.TIMED_OUT || code == ErrorCode.CONNECTION_LOST) {
      silence.unanswered(replica.node(), time.monotonicNanos());
    }
    if (code != ErrorCode.OVERLOADED) {
      suspectIfElsewhere(replica, code);
    }
    count(replica, code, reason);
  }

  /** If the cause is the state of the node, the node becomes suspect. */
  void failed(Replica replica, ErrorCode code, String reason) {
    suspectIfElsewhere(replica, code);
    count(replica, code, reason);
  }

  private void suspectIfElsewhere(Replica replica, ErrorCode code) {
    if (code.category() == ErrorCategory.ELSEWHERE) {
      suspects.failed(replica.node().id(), time.monotonicNanos());
    }
  }

  private void count(Replica replica, ErrorCode code, String reason) {
    (isLocal(replica) ? localFailures : remoteFailures).increment();
    LOG.atDebug()
        .addKeyValue("node", replica.node().id())
        .addKeyValue("code", code)
        .addKeyValue("reason", reason)
        .log("A replica failed");
  }

  boolean isLocal(Replica replica) {
    return replica.node().dataCenter() == views.current().local().id();
  }
}
