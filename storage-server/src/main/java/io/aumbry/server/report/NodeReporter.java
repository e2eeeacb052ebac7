package io.aumbry.server.report;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Reported;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.entropy.Comparison;
import io.aumbry.server.entropy.ComparisonResults;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.PendingTransitions;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.BlobStore;
import io.aumbry.store.compaction.StoreUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers reports that operators request. An answer has replicas until they exceed {@value #PAGE}
 * bytes. Texts are cut to {@value #LONGEST_TEXT} characters. A replica has at most {@value
 * #MOST_WORDS} reasons for its wait and {@value #MOST_PEERS} peers, and names at most {@value
 * #MOST_LACKING} peers that lack blobs. A node has at most 64 disks, and at most {@value
 * #MOST_FAILURES} workers with the message of a failure. An answer therefore always fits into a
 * header.
 */
public final class NodeReporter {
  static final int PAGE = 24 * 1024;
  static final int LONGEST_TEXT = 200;
  static final int MOST_WORDS = 16;
  static final int MOST_PEERS = 160;
  static final int MOST_LACKING = 16;
  static final int MOST_FAILURES = 16;

  private final NodeId self;
  private final ReportedProcess process;
  private final List<ReplicaDisk> disks;
  private final ReplicaRegistry registry;
  private final PendingTransitions waits;
  private final ComparisonResults findings;
  private final NodeEnvironment environment;
  private final DiskFigures figures;
  private final long startedNanos;

  /**
   * The reporter of a node that starts now.
   *
   * @param process in which it runs
   */
  public NodeReporter(
      NodeId self,
      ReportedProcess process,
      List<ReplicaDisk> disks,
      ReplicaRegistry registry,
      PendingTransitions waits,
      ComparisonResults findings,
      NodeEnvironment environment) {
    this.self = self;
    this.process = process;
    this.disks = List.copyOf(disks);
    this.registry = registry;
    this.waits = waits;
    this.findings = findings;
    this.environment = environment;
    this.figures = new DiskFigures(this.disks, environment);
    this.startedNanos = environment.carrier().time().monotonicNanos();
  }

  /** Reads the disks for reports. */
  public Worker worker() {
    return figures.worker();
  }

  public Reported answer(NodeRequest.Report request, RequestContext context) {
    NodeReport node = node(request, context);
    ClusterView view = environment.views().current();
    List<ReplicaReport> page = new ArrayList<>();
    int bytes = 0;
    for (HostedReplica replica : registry.all()) {
      if (replica.partition() >= request.first()) {
        if (bytes >= PAGE) {
          return new Reported(node, page, replica.partition());
        }
        ReplicaReport all = replica(replica, view);
        ReplicaReport report = request.isWhole() ? all : all.with(Collections.emptySortedMap());
        page.add(report);
        bytes += MessageCodec.sizeOf(report);
      }
    }
    return new Reported(node, page, Reported.NO_MORE);
  }

  private NodeReport node(NodeRequest.Report request, RequestContext context) {
    Map<ReplicaDisk, DiskFigures.Figure> known = figures.current(context);
    Time time = environment.carrier().time();
    return new NodeReport(
        clip(process.version()),
        time.wallMillis(),
        (time.monotonicNanos() - startedNanos) / 1_000_000,
        disks.stream()
            .map(disk -> disk(disk, known.getOrDefault(disk, DiskFigures.Figure.UNKNOWN)))
            .toList(),
        workers(),
        request.asksMachine() ? process.machine().get() : Optional.empty());
  }

  private List<WorkerReport> workers() {
    List<WorkerReport> workers = new ArrayList<>();
    int failures = 0;
    for (WorkerReport worker : environment.workers().reports()) {
      failures += worker.failure().isEmpty() ? 0 : 1;
      workers.add(
          new WorkerReport(
              worker.name(),
              clip(worker.disk()),
              worker.state(),
              worker.times(),
              worker.backlog(),
              failures > MOST_FAILURES ? "" : clip(worker.failure())));
    }
    return workers;
  }

  private static DiskReport disk(ReplicaDisk disk, DiskFigures.Figure figure) {
    return new DiskReport(
        clip(disk.name()),
        disk.isHealthy(),
        figure.sealed(),
        figure.capacityBytes(),
        disk.bytesUsed(),
        disk.condition().longest().toMillis(),
        disk.condition().deviceErrors());
  }

  private ReplicaReport replica(HostedReplica replica, ClusterView view) {
    BlobStore store = replica.store();
    StoreUsage usage = store.usage();
    return new ReplicaReport(
        replica.partition(),
        clip(replica.disk().name()),
        store.id(),
        new ReplicaReport.Standing(
            replica.state(), replica.progress().isComplete(), proof(replica, view)),
        new ReplicaReport.Content(
            store.newestSequence(),
            store.bytesOnDisk(),
            usage.live(),
            usage.garbage(),
            store.damaged().open(),
            madeMillis(replica.progress().opening())),
        view.partition(replica.partition()).stream()
            .flatMap(partition -> partition.replicas().stream())
            .filter(other -> !other.node().id().equals(self))
            .filter(other -> other.state() != ReplicaState.DROPPED)
            .limit(MOST_PEERS)
            .map(other -> peer(other, replica.progress()))
            .toList(),
        clip(waits.of(replica.partition())));
  }

  /**
   * The time at which the store was created, or 0 if unknown. A store that was opened without
   * records was created then.
   */
  private static long madeMillis(Opening opening) {
    return opening.start() == 0 ? opening.millis() : 0;
  }

  private ReplicaReport.Proof proof(HostedReplica replica, ClusterView view) {
    ComparisonResults.Proof proof = findings.proof(replica, view);
    Comparison.Open open = proof.open();
    return new ReplicaReport.Proof(
        proof.provenMillis(),
        proof.unproven(),
        open.here() + open.there(),
        open.doubtful(),
        proof.wantedMillis(),
        first(MOST_LACKING, proof.missingAtPeers()));
  }

  private static SortedMap<NodeId, Integer> first(int most, SortedMap<NodeId, Integer> all) {
    SortedMap<NodeId, Integer> first = new TreeMap<>();
    all.entrySet().stream().limit(most).forEach(each -> first.put(each.getKey(), each.getValue()));
    return first;
  }

  private static PeerReport peer(Replica other, ReplicaProgress progress) {
    NodeId id = other.node().id();
    PeerProgress known = progress.of(id);
    return new PeerReport(
        id,
        other.node().dataCenter(),
        progress.acknowledgedBy(id).last(),
        known.token().store(),
        known.token().last(),
        known.heard()
            ? new PeerReport.End(known.end(), known.lagBytes())
            : PeerReport.End.NEVER_HEARD,
        progress.inSyncWith(id).orElse(PeerReport.UNKNOWN));
  }

  private static Waiting clip(Waiting waiting) {
    return new Waiting(
        waiting.sinceMillis(),
        waiting.missing().stream().limit(MOST_WORDS).map(NodeReporter::clip).toList());
  }

  private static String clip(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 3) + "...";
  }
}
