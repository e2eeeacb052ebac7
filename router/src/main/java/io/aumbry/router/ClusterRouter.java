package io.aumbry.router;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.journal.LeftOvers;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The router over the replicas that a {@link ClusterViews} shows. Shared by all loops. */
public final class ClusterRouter implements Router {
  private final RouterParts parts;
  private final Acknowledged acknowledged;
  private final OperationFrame puts;
  private final OperationFrame gets;
  private final OperationFrame deletes;
  private final OperationFrame keeps;
  private final OperationFrame undeletes;

  /**
   * A router that uses, but does not close, {@code client}, and forgets what is left over when it
   * is killed.
   *
   * @param random for the choice of partitions and replicas, and for blob ids
   */
  public ClusterRouter(
      ClusterViews views,
      NodeClient client,
      RouterConfig config,
      Time time,
      RandomGenerator random,
      MetricRegistry metrics) {
    this(views, client, config, time, random, metrics, LeftOvers.none());
  }

  /**
   * One that notes what is left over.
   *
   * @param leftOvers not closed by the router
   */
  public ClusterRouter(
      ClusterViews views,
      NodeClient client,
      RouterConfig config,
      Time time,
      RandomGenerator random,
      MetricRegistry metrics,
      LeftOvers leftOvers) {
    Nodes nodes = new Nodes(views, client, config, time, random, metrics);
    Budget budget =
        new Budget("bytes of body memory", config.memory().bytes(), config.memory().shares(), time);
    RecordChange change = new RecordChange(nodes, config.writeQuorum(), time);
    this.parts =
        new RouterParts(
            config,
            time,
            random,
            nodes,
            budget,
            new Placement(views, nodes, config, time, random, metrics),
            new BackgroundDeletes(change, leftOvers, config.tuning().deleteRetry(), metrics));
    this.puts = new OperationFrame("put", time, metrics);
    this.gets = new OperationFrame("get", time, metrics);
    this.deletes = new OperationFrame("delete", time, metrics);
    this.keeps = new OperationFrame("updatettl", time, metrics);
    this.undeletes = new OperationFrame("undelete", time, metrics);
    this.acknowledged =
        new Acknowledged(
            metrics.meter("router.puts.local"),
            metrics.meter("router.puts.remote"),
            metrics.meter("router.puts.majority"));
    register(budget, metrics);
  }

  private static void register(Budget budget, MetricRegistry metrics) {
    Gauge<Double> strained = () -> budget.strained().toMillis() / 1000.0;
    metrics.gauge("router.body_memory.held", () -> (Gauge<Long>) budget::held);
    metrics.gauge("router.body_memory.waiting", () -> (Gauge<Integer>) budget::waiting);
    metrics.gauge("router.body_memory.refused", () -> (Gauge<Long>) budget::refused);
    metrics.gauge("router.body_memory.yielded", () -> (Gauge<Long>) budget::yielded);
    metrics.gauge("router.body_memory.strained.seconds", () -> strained);
  }

  /** Puts by what they promise. */
  private record Acknowledged(Meter local, Meter remote, Meter majority) {
    Meter at(Durability level) {
      return switch (level) {
        case LOCAL -> local;
        case REMOTE -> remote;
        case MAJORITY -> majority;
      };
    }
  }

  @Override
  public StoredBlob put(Upload upload, ByteSource body, RequestContext context) {
    StoredBlob blob =
        puts.run(() -> new PutOperation(parts, upload, body, context).run(), found -> true);
    acknowledged.at(upload.policy().durability()).mark();
    return blob;
  }

  @Override
  public GetResult get(BlobId id, GetOptions options, RequestContext context) {
    return gets.run(
        () -> new GetOperation(parts, id, options, context).run(),
        result -> !(result instanceof GetResult.Missing));
  }

  @Override
  public ChunksResult chunks(BlobId id, GetOptions options, RequestContext context) {
    return gets.run(
        () -> new ChunksOperation(parts, id, options, context).run(),
        result -> result instanceof ChunksResult.Found);
  }

  @Override
  public List<Replica> replicas(BlobId id) {
    return parts.nodes().route(id).partition().replicas();
  }

  @Override
  public DeleteResult delete(BlobId id, RequestContext context) {
    return deletes.run(
        () -> new DeleteOperation(parts, id, context).run(),
        result -> result instanceof DeleteResult.Deleted);
  }

  @Override
  public KeepResult keep(BlobId id, Duration leastLeft, RequestContext context) {
    return keeps.run(
        () -> new KeepOperation(parts, id, leastLeft, context).run(),
        result -> !(result instanceof KeepResult.Missing));
  }

  @Override
  public UndeleteResult undelete(BlobId id, RequestContext context) {
    return undeletes.run(
        () -> new UndeleteOperation(parts, id, context).run(),
        result -> !(result instanceof UndeleteResult.Missing));
  }

  /**
   * Begins to delete, on {@code carrier} and in the background, what a process before has left
   * over. Called once, at the start.
   */
  public void resume(Carrier carrier) {
    // What that had sent is taken or refused by then; a delete before would find nothing.
    parts.deletes().resume(parts.config().nodeTimeout(), carrier);
  }

  /**
   * Waits for what goes on in the background when no request comes any more; not beyond the end of
   * {@code context}.
   */
  public void drain(RequestContext context) {
    parts.deletes().drain(context);
  }

  /** How long requests have been refused because the memory for all bodies is used up. */
  public Duration bodyMemoryStrained() {
    return parts.budget().strained();
  }

  /** Bytes of bodies that requests hold now. */
  public long bodyMemoryHeld() {
    return parts.budget().held();
  }
}
