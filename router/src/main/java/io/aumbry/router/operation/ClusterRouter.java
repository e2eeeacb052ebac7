package io.aumbry.router.operation;

import static java.util.Objects.requireNonNull;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.BudgetGauges;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.BlobPages;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.Router;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.replica.BackgroundDeletes;
import io.aumbry.router.replica.PageQuery;
import io.aumbry.router.replica.Placement;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.ReplicaCheck;
import io.aumbry.router.replica.RouterContext;
import io.aumbry.router.replica.StorageNodes;
import io.aumbry.router.replica.UsageQuery;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/** The router over the replicas of a {@link ClusterViews}. Shared by all loops. */
public final class ClusterRouter implements Router, BlobPages {
  private final RouterContext services;
  private final Map<DurabilityLevel, Counter> acknowledged = new EnumMap<>(DurabilityLevel.class);
  private final OperationFrame puts;
  private final OperationFrame gets;
  private final OperationFrame deletes;
  private final OperationFrame keeps;
  private final OperationFrame undeletes;
  private final OperationFrame lists;
  private final OperationFrame checks;
  private final OperationFrame reports;

  /**
   * Starts without knowledge of the latency and the fill of nodes.
   *
   * @param client not closed
   * @param random for partitions and replicas
   * @param ids for blob ids; unpredictable, because some blobs may be read by all who know the id
   */
  public ClusterRouter(
      ClusterViews views,
      NodeClient client,
      RouterConfig config,
      Time time,
      RandomGenerator random,
      RandomGenerator ids,
      Metrics metrics) {
    StorageNodes nodes = new StorageNodes(views, client, config, time, random, metrics);
    Budget budget =
        new Budget("bytes of body memory", config.memory().bytes(), config.memory().shares(), time);
    RecordChange change = new RecordChange(nodes, config.writeQuorum(), time);
    this.services =
        new RouterContext(
            config,
            time,
            ids,
            nodes,
            budget,
            new Placement(views, nodes, config, time, random, metrics),
            new BackgroundDeletes(change, config.tuning().deleteRetry(), metrics));
    Family<Summary> durations =
        metrics.durations(
            "aumbry_router_operations_seconds",
            "Time of an operation across replicas. Outcomes: ok, missing, refused,"
                + " unavailable, corrupt, bug",
            "operation",
            "outcome");
    this.puts = new OperationFrame("put", time, durations);
    this.gets = new OperationFrame("get", time, durations);
    this.deletes = new OperationFrame("delete", time, durations);
    this.keeps = new OperationFrame("updatettl", time, durations);
    this.undeletes = new OperationFrame("undelete", time, durations);
    this.lists = new OperationFrame("listnamed", time, durations);
    this.checks = new OperationFrame("status", time, durations);
    this.reports = new OperationFrame("usage", time, durations);
    Family<Counter> counts =
        metrics.counters(
            "aumbry_router_puts_total",
            "Acknowledged uploads by durability level (local, remote, majority)",
            "durability");
    for (DurabilityLevel level : DurabilityLevel.values()) {
      acknowledged.put(level, counts.of(level.name().toLowerCase(Locale.ROOT)));
    }
    BudgetGauges.show(
        budget, metrics, "aumbry_router_body_memory", "body memory", "router.body-memory");
  }

  @Override
  public StoredBlob put(Upload upload, ByteSource body, RequestContext context) {
    StoredBlob blob =
        puts.run(() -> new PutOperation(services, upload, body, context).run(), found -> true);
    requireNonNull(acknowledged.get(upload.policy().durability())).increment();
    return blob;
  }

  @Override
  public GetResult get(BlobId id, GetOptions options, RequestContext context) {
    return gets.run(
        () -> new GetOperation(services, id, options, context).run(),
        result -> !(result instanceof NodeResponse.Missing));
  }

  @Override
  public ChunksResult chunks(BlobId id, long first, GetOptions options, RequestContext context) {
    return gets.run(
        () -> new ChunksOperation(services, id, first, options, context).run(),
        result -> result instanceof ChunksResult.Found);
  }

  @Override
  public List<Replica> replicas(BlobId id) {
    return services.nodes().route(id).partition().replicas();
  }

  @Override
  public List<ReplicaStatus> status(BlobId id, RequestContext context) {
    return checks.run(() -> statusOfEach(id, context), found -> true);
  }

  /** Holds memory for one record, because each is dropped before the next is read. */
  private List<ReplicaStatus> statusOfEach(BlobId id, RequestContext context) {
    ReplicaCheck check = new ReplicaCheck(services.nodes(), id, context);
    try (Claim claim = services.budget().open(context.claimant())) {
      claim.grow(
          services.config().chunkSize(),
          Deadline.after(services.config().memory().patience(), services.time()),
          context);
      return replicas(id).stream().map(check::check).toList();
    }
  }

  @Override
  public WriteResult delete(BlobId id, RequestContext context) {
    return deletes.run(
        () -> new DeleteOperation(services, id, context).run(),
        result -> result instanceof NodeResponse.Done);
  }

  @Override
  public WriteResult updateTtl(BlobId id, Duration leastLeft, RequestContext context) {
    return keeps.run(
        () -> new TtlUpdateOperation(services, id, leastLeft, context).run(),
        result -> !(result instanceof NodeResponse.Missing));
  }

  @Override
  public WriteResult undelete(BlobId id, RequestContext context) {
    return undeletes.run(
        () -> new UndeleteOperation(services, id, context).run(),
        result -> !(result instanceof NodeResponse.Missing));
  }

  @Override
  public List<Integer> partitions() {
    return services.nodes().view().partitions().stream().map(Partition::id).sorted().toList();
  }

  @Override
  public BlobPage page(int partition, Compare.Living question, RequestContext context) {
    return lists.run(
        () -> new PageQuery(services.nodes(), partition, question, context).await(), page -> true);
  }

  @Override
  public List<Integer> usage(Recipient found, RequestContext context) {
    return reports.run(
        () -> new UsageQuery(services.nodes(), found, context).await(), List::isEmpty);
  }

  @Override
  public OptionalLong oldestPending() {
    return services.deletes().oldestNamed();
  }

  @Override
  public long leftBehind() {
    return services.deletes().namedLeftBehind();
  }

  /** Waits for background work after the last request, until the deadline of {@code context}. */
  public void drain(RequestContext context) {
    services.deletes().drain(context);
  }

  /** How long requests have been refused because all memory for bodies is used. */
  public Duration bodyMemoryStrained() {
    return services.budget().strained();
  }

  public long bodyMemoryHeld() {
    return services.budget().held();
  }
}
