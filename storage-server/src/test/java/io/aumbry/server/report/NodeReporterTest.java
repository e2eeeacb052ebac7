package io.aumbry.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Reported;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.Backlog;
import io.aumbry.protocol.report.WorkerReport.Times;
import io.aumbry.server.HandViews;
import io.aumbry.server.LocalWires;
import io.aumbry.server.entropy.ComparisonResults;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replica.StalenessCheck;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.replication.FetchLimits;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.pull.Replication;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An answer fits into a header, whatever its content. */
class NodeReporterTest {
  private static final NodeId SELF = new NodeId("self");
  private static final int PARTITIONS = 7;

  @Test
  void aLargeReportIsAnsweredPageByPage(@TempDir Path folder) {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    Metrics metrics = new Metrics();
    HandViews views = new HandViews();
    try (LocalWires wires = new LocalWires();
        StoreReplicaDisk disk =
            StoreReplicaDisk.open(
                folder,
                new StoreConfig(SyncPolicy.FSYNC, 1 << 20, 0, 64 << 20, 10_000, 2, 1024),
                new StoreEnvironment(wires.pool(), wires.carrier().time(), random, metrics),
                Long.MAX_VALUE)) {
      ReplicaRegistry registry =
          new ReplicaRegistry(List.of(disk), new StalenessCheck.Rule(wires.carrier().time(), 1));
      NodeEnvironment around =
          new NodeEnvironment(views, wires.client(), wires.carrier(), random, metrics);
      var waits =
          new Replication(
                  SELF,
                  FetchLimits.of(ReplicationConfig.defaults(), wires.carrier().time()),
                  around,
                  registry,
                  new NewRecordSignal(1))
              .waits();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        registry.open(partition, ReplicaState.BOOTSTRAP);
        for (int peer = 0; peer < NodeReporter.MOST_PEERS + 1; peer++) {
          views.put(new NodeId("n".repeat(60) + peer), partition, ReplicaState.OFFLINE);
        }
      }
      NodeReporter reporter =
          new NodeReporter(
              SELF,
              new ReportedProcess("v".repeat(1000), () -> Optional.of(machine(1))),
              List.of(disk),
              registry,
              waits,
              new ComparisonResults(SELF, registry),
              around);
      reporter.worker().start();
      List<Integer> seen = new ArrayList<>();
      int pages = 0;
      int next = NodeRequest.Report.WITH_MACHINE;
      do {
        Reported page = reporter.answer(new NodeRequest.Report(next), wires.carrier().patient());
        assertThat(page.node().version()).hasSize(NodeReporter.LONGEST_TEXT).endsWith("...");
        assertThat(page.node().machine())
            .as("only a request for the machine gets it")
            .isEqualTo(pages == 0 ? Optional.of(machine(1)) : Optional.empty());
        assertThat(page.replicas())
            .allSatisfy(replica -> assertThat(replica.peers()).hasSize(NodeReporter.MOST_PEERS));
        page.replicas().forEach(replica -> seen.add(replica.partition()));
        next = page.next();
        pages++;
      } while (next != Reported.NO_MORE);
      assertThat(seen).containsExactlyElementsOf(IntStream.range(0, PARTITIONS).boxed().toList());
      assertThat(pages).isBetween(2, PARTITIONS);
      List.copyOf(registry.all()).forEach(replica -> registry.close(replica.partition()));
    }
  }

  private static SortedMap<NodeId, Integer> missingAtPeers() {
    SortedMap<NodeId, Integer> missing = new TreeMap<>();
    IntStream.range(0, NodeReporter.MOST_LACKING)
        .forEach(i -> missing.put(new NodeId("n".repeat(60) + (100 + i)), 1));
    return missing;
  }

  private static MachineReport machine(int disks) {
    return new MachineReport(OptionalInt.of(37), 8, 1L << 35, Collections.nCopies(disks, 100L));
  }

  /** Three for each of 64 disks, and ten for the node; not all failures have their message. */
  private static List<WorkerReport> workers(String longest) {
    return IntStream.range(0, 3 * 64 + 10)
        .mapToObj(i ->
            new WorkerReport(
                "forget-horizons",
                longest,
                WorkerReport.State.FAILED,
                new Times(1, 1, 1),
                new Backlog(1, "replicas"),
                i < NodeReporter.MOST_FAILURES ? longest : ""))
        .toList();
  }

  @Test
  void theLargestPossibleReportFitsIntoAHeader() {
    String longest = "\u6f22".repeat(NodeReporter.LONGEST_TEXT);
    DiskReport disk = new DiskReport(longest, true, true, 1, 1, 1, 1);
    NodeReport node =
        new NodeReport(
            longest,
            1,
            1,
            Collections.nCopies(64, disk),
            workers(longest),
            Optional.of(machine(64)));
    PeerReport peer =
        new PeerReport(
            new NodeId("n".repeat(63)), 1, 1, new UUID(1, 1), 1, new PeerReport.End(1, 1), 1);
    ReplicaReport replica =
        new ReplicaReport(
            1,
            longest,
            new UUID(1, 1),
            new ReplicaReport.Standing(
                ReplicaState.BOOTSTRAP,
                false,
                new ReplicaReport.Proof(1, 1, 1, 1, 1, missingAtPeers())),
            new ReplicaReport.Content(1, 1, 1, 1, 1),
            Collections.nCopies(NodeReporter.MOST_PEERS, peer),
            new ReplicaReport.Waiting(1, Collections.nCopies(NodeReporter.MOST_WORDS, longest)));
    int largest = MessageCodec.sizeOf(replica);
    int withNone = MessageCodec.encode(new Reported(node, List.of(), 1)).remaining();
    assertThat(withNone + NodeReporter.PAGE + largest)
        .isLessThanOrEqualTo(MessageCodec.MAX_HEADER_SIZE);
  }
}
