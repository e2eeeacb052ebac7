package io.aumbry.server;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.compaction.DiskCompaction;
import io.aumbry.server.compaction.HorizonKeeper;
import io.aumbry.server.entropy.AntiEntropy;
import io.aumbry.server.entropy.CompareServer;
import io.aumbry.server.entropy.ComparisonResults;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.entropy.EntropyContext;
import io.aumbry.server.entropy.EntropyCounters;
import io.aumbry.server.entropy.HintedRepair;
import io.aumbry.server.entropy.ReceivedHints;
import io.aumbry.server.entropy.SuspectedReplicas;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.reap.Reaper;
import io.aumbry.server.rebuild.Coordinator;
import io.aumbry.server.rebuild.RebuildConfig;
import io.aumbry.server.rebuild.Rebuilding;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replica.StalenessCheck;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.ConfirmationTimes;
import io.aumbry.server.replication.Confirmations;
import io.aumbry.server.replication.FetchLimits;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.PullServer;
import io.aumbry.server.replication.pull.Replication;
import io.aumbry.server.report.NodeReporter;
import io.aumbry.server.report.ReportedProcess;
import io.aumbry.server.scrub.DiskScrubbing;
import io.aumbry.server.sealing.DiskFills;
import io.aumbry.server.sealing.Sealing;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.transport.node.NodeExchange;
import io.aumbry.transport.node.NodeHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A storage node without its network: answers messages, and controls the states of its replicas.
 */
public final class StorageServer implements NodeHandler, AutoCloseable {
  /** A node has only a few peers, so each may hold a larger share than a client of a frontend. */
  private static final Shares PEERS =
      Shares.defaults().withConnectionPercent(50).withAddressPercent(75);

  /** Tokens are safe to lose. Closing a replica saves its tokens. */
  private static final Duration TOKENS = Duration.ofSeconds(1);

  private final NodeId self;
  private final ServerConfig config;
  private final ReplicaRegistry registry;
  private final DiskFills fills = new DiskFills();
  private final NewRecordSignal newRecords;
  private final NodeRequestFrame frame;
  private final BlobOperations operations;
  private final PullServer pulls;
  private final Confirmations confirmations;
  private final EntropyContext entropy;
  private final ComparisonResults findings;
  private final CompareServer comparisons;
  private final ReceivedHints hints;
  private final Replication replication;
  private final NodeReplicas replicas;
  private final NodeReporter reporter;
  private final Agreements agreements;
  private final List<Worker> workers;
  private final NodeEnvironment environment;

  /**
   * A node that is idle until {@link #start}.
   *
   * @param process in which it runs, for reports to operators
   * @param access which peers may send which messages
   * @param disks the caller closes them after this server
   */
  public StorageServer(
      NodeId self,
      ReportedProcess process,
      ServerConfig config,
      AccessPolicy access,
      List<ReplicaDisk> disks,
      NodeEnvironment environment) {
    Metrics metrics = environment.metrics();
    ClusterViews views = environment.views();
    int fetchBytes = config.replication().fetchBytes();
    this.self = self;
    this.config = config;
    this.environment = environment;
    this.newRecords = new NewRecordSignal(config.waitingPulls());
    Time time = environment.carrier().time();
    Budget putBudget = new Budget("bytes of puts", config.putBytes(), PEERS, time);
    Budget pullBudget = new Budget("bytes of answers", config.pullBytes(), PEERS, time);
    this.registry = new ReplicaRegistry(disks, recency(config, environment));
    AccessControl rules = new AccessControl(access, views, time, metrics);
    this.frame = new NodeRequestFrame(rules, this::answer, metrics);
    ConfirmationTimes times = new ConfirmationTimes(environment);
    this.operations = new BlobOperations(registry, newRecords, times, fills, putBudget);
    FetchLimits limits = FetchLimits.of(config.replication(), time);
    this.replication = new Replication(self, limits, environment, registry, newRecords);
    this.pulls =
        new PullServer(
            registry,
            newRecords,
            pullBudget,
            fetchBytes,
            environment,
            replication::progressed,
            times);
    this.confirmations = new Confirmations(registry);
    this.entropy = entropyContext(limits, metrics);
    this.findings = new ComparisonResults(self, registry);
    this.comparisons =
        new CompareServer(registry, findings, views, entropy.doubts(), pullBudget, fetchBytes);
    this.hints = new ReceivedHints(registry, metrics);
    this.reporter =
        new NodeReporter(
            self, process, disks, registry, replication.waits(), findings, environment);
    this.replicas = new NodeReplicas(registry, replication, environment.carrier());
    this.agreements = new Agreements(self, config.replication());
    this.workers = workers(disks);
    showGauges(metrics, disks, putBudget, pullBudget);
  }

  private EntropyContext entropyContext(FetchLimits limits, Metrics metrics) {
    EntropyCounters counters = new EntropyCounters(metrics);
    return new EntropyContext(
        self, limits, environment, registry, newRecords, new SuspectedReplicas(), counters);
  }

  private void showGauges(
      Metrics metrics, List<ReplicaDisk> disks, Budget putBudget, Budget pullBudget) {
    NodeGauges gauges = new NodeGauges(metrics);
    gauges.showBudgets(putBudget, pullBudget);
    gauges.showDisks(disks, fills);
    gauges.showReplicas(registry);
  }

  private static StalenessCheck.Rule recency(ServerConfig config, NodeEnvironment environment) {
    int vouchers = config.replication().writeQuorum() - 1;
    boolean isRecorded = environment.horizons().isPresent();
    return new StalenessCheck.Rule(environment.carrier().time(), vouchers, isRecorded);
  }

  /** The workers that run from the start of this server to its end. */
  private List<Worker> workers(List<ReplicaDisk> disks) {
    CompactionConfig compaction = config.compaction();
    List<Worker> made = new ArrayList<>();
    made.add(reporter.worker());
    HorizonKeeper.worker(registry, agreements, environment, compaction.horizonCheck())
        .ifPresent(made::add);
    made.add(
        new Reaper(
                self,
                compaction.interval(),
                config.replication(),
                registry,
                agreements,
                environment)
            .worker());
    for (ReplicaDisk disk : disks) {
      made.add(
          environment
              .workers()
              .add("tokens", disk.name(), TOKENS, () -> registry.saveTokens(disk)));
      made.add(
          new DiskSync(disk, config.syncInterval(), registry, newRecords, environment).worker());
      made.add(new DiskCompaction(disk, compaction, registry, agreements, environment).worker());
      made.add(
          new DiskScrubbing(disk, config.scrub(), registry, replication::repair, environment)
              .worker());
    }
    return List.copyOf(made);
  }

  public void start() {
    replication.start();
    workers.forEach(Worker::start);
  }

  /** Seals the replicas of disks that are nearly full, until the result is closed. */
  public Worker startSealing(SealingConfig config, Sealing.Notice notice) {
    return Sealing.start(config, registry, fills, environment, notice);
  }

  /** Rebuilds failed replicas, until the result is closed. */
  public Worker startRebuilding(SealingConfig full, Coordinator coordinator) {
    return startRebuilding(full, RebuildConfig.FIRST_PAUSE, coordinator);
  }

  public Worker startRebuilding(SealingConfig full, Duration firstPause, Coordinator coordinator) {
    RebuildConfig config =
        new RebuildConfig(this.config.replication().copies(), full.unsealPercent(), firstPause);
    return Rebuilding.start(self, config, registry, environment, coordinator);
  }

  /** Compares replicas with those of peers, until the result is closed. */
  public Worker startComparing(EntropyConfig config) {
    return AntiEntropy.start(config, entropy, findings);
  }

  /**
   * Repairs blobs that frontends found on a peer but not here, until the result is closed.
   *
   * @param settle {@link HintedRepair#SETTLE}, or less in tests
   */
  public Worker startRepairing(Duration settle) {
    return HintedRepair.start(settle, entropy, hints);
  }

  public ComparisonResults findings() {
    return findings;
  }

  public ReplicaHost replicas() {
    return replicas;
  }

  @Override
  public void handle(NodeExchange exchange) {
    frame.run(exchange);
  }

  private Reply answer(NodeExchange exchange) {
    RequestContext context = exchange.context();
    return switch (exchange.request()) {
      case NodeRequest.Put put -> operations.put(put, exchange);
      case NodeRequest.Get get -> operations.get(get, context);
      case NodeRequest.Delete delete -> operations.delete(delete, context);
      case NodeRequest.UpdateTtl update -> operations.updateTtl(update, context);
      case NodeRequest.Undelete undelete -> operations.undelete(undelete, context);
      case NodeRequest.Look look -> operations.look(look, context);
      case NodeRequest.Hint hint -> Reply.of(hints.answer(hint));
      case NodeRequest.Pull pull -> pulls.answer(pull, context);
      case NodeRequest.Confirm confirm -> Reply.of(confirmations.answer(confirm));
      case NodeRequest.Compare compare -> comparisons.answer(compare, context);
      case NodeRequest.Report report -> Reply.of(reporter.answer(report, context));
      case NodeRequest.Verify verify ->
          Reply.of(findings.requests().answer(verify, partitions(), wallMillis()));
    };
  }

  private List<Integer> partitions() {
    return registry.all().stream().map(HostedReplica::partition).toList();
  }

  private long wallMillis() {
    return environment.carrier().time().wallMillis();
  }

  /**
   * Ends waiting pulls of peers and stops pulling, so that the network can be closed without
   * waiting for long polls. Other requests are still answered.
   */
  public void drain() {
    replication.close();
    newRecords.end();
  }

  /** Refuses requests and closes all stores. To be called after the network is closed. */
  @Override
  public void close() {
    drain();
    frame.close();
    workers.forEach(Worker::stop);
    workers.forEach(Worker::close);
    partitions().forEach(registry::close);
  }
}
