package io.aumbry.server;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.flow.ByteBudget;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Arrivals;
import io.aumbry.server.replication.PullServer;
import io.aumbry.server.replication.Replication;
import io.aumbry.server.replication.Surroundings;
import io.aumbry.server.replication.TokenSaver;
import io.aumbry.transport.node.NodeExchange;
import io.aumbry.transport.node.NodeHandler;
import java.util.List;
import java.util.Locale;

/** A storage node without its network: answers messages, lives the states of its replicas. */
public final class StorageServer implements NodeHandler, AutoCloseable {
  private final ReplicaRegistry registry;
  private final Arrivals arrivals;
  private final RequestFrame frame;
  private final BlobOperations operations;
  private final PullServer pulls;
  private final Replication replication;
  private final TokenSaver tokens;
  private final NodeReplicas replicas;
  private volatile boolean closed;

  /**
   * A node that is idle until {@link #start}.
   *
   * @param disks closed by their owner, after this
   */
  public StorageServer(
      NodeId self, ServerConfig config, List<ReplicaDisk> disks, Surroundings surroundings) {
    MetricRegistry metrics = surroundings.metrics();
    this.arrivals = new Arrivals(config.waitingPulls());
    ByteBudget putBudget = new ByteBudget("the content of puts", config.putBytes());
    ByteBudget pullBudget = new ByteBudget("answers to pulls", config.pullBytes());
    this.registry = new ReplicaRegistry(disks);
    this.frame = new RequestFrame(metrics);
    this.operations = new BlobOperations(registry, arrivals, putBudget);
    this.replication =
        new Replication(self, config.replication(), surroundings, registry, arrivals);
    this.pulls =
        new PullServer(
            registry,
            arrivals,
            pullBudget,
            config.replication().fetchBytes(),
            replication::progressed);
    this.tokens = new TokenSaver(registry, surroundings.carrier());
    this.replicas =
        new NodeReplicas(registry, replication, surroundings.carrier(), config.dropPatience());
    Gauge<Long> putHeld = putBudget::held;
    Gauge<Long> pullHeld = pullBudget::held;
    metrics.register("server.put.bytes.held", putHeld);
    metrics.register("server.pull.bytes.held", pullHeld);
    Gauge<Long> unusable = () -> disks.stream().filter(disk -> !disk.isHealthy()).count();
    metrics.register("server.disks.unusable", unusable);
    for (ReplicaState state : ReplicaState.values()) {
      Gauge<Long> count = () -> count(state);
      metrics.register("server.replicas." + state.name().toLowerCase(Locale.ROOT), count);
    }
  }

  /** Starts to pull from peers. */
  public void start() {
    replication.start();
    tokens.start();
  }

  /** For the coordinator. */
  public ReplicaHost replicas() {
    return replicas;
  }

  @Override
  public void handle(NodeExchange exchange) {
    frame.run(exchange, this::answer);
  }

  private Reply answer(NodeExchange exchange) {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This node is shutting down");
    }
    RequestContext context = exchange.context();
    return switch (exchange.request()) {
      case NodeRequest.Put put -> operations.put(put, exchange);
      case NodeRequest.Get get -> operations.get(get, context);
      case NodeRequest.Delete delete -> operations.delete(delete, context);
      case NodeRequest.Pull pull -> {
        PullServer.Answer answer = pulls.answer(pull, context);
        yield new Reply(answer.response(), answer.content());
      }
    };
  }

  private long count(ReplicaState state) {
    return registry.all().stream().map(HostedReplica::state).filter(state::equals).count();
  }

  /**
   * Lets no pull wait any more and pulls nothing itself, so that the network can be closed without
   * waiting for long polls; what is asked is still answered.
   */
  public void drain() {
    replication.close();
    arrivals.end();
  }

  /** Refuses requests, and closes all stores; to be called when the network is closed. */
  @Override
  public void close() {
    drain();
    closed = true;
    tokens.close();
    registry.all().stream().map(HostedReplica::partition).toList().forEach(registry::close);
  }
}
