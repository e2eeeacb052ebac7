package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Reported;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.State;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.entropy.HintedRepair;
import io.aumbry.server.rebuild.Coordinator;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.replica.UnusableDisk;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.report.ReportedProcess;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.server.worker.WorkerRegistry;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The workers that a node with one usable disk reports to operators. */
@Timeout(300)
class NodeWorkersTest {
  private static final NodeId SELF = new NodeId("node-1");
  private static final List<String> OF_DISKS = List.of("compaction", "scrub", "sync", "tokens");
  private static final List<String> OF_NODE =
      List.of(
          "anti-entropy",
          "disk-figures",
          "forget-horizons",
          "hinted-repair",
          "reaper",
          "rebuild",
          "sealing");

  @TempDir Path folder;

  private final LocalWires wires = new LocalWires();
  private final HandViews views = new HandViews();
  private final Metrics metrics = new Metrics();
  private final WorkerRegistry registry =
      new WorkerRegistry(BlockingThreads.ofPlatform(), wires.carrier(), metrics);

  @AfterEach
  void close() {
    wires.close();
  }

  private StoreReplicaDisk disk() {
    return StoreReplicaDisk.open(
        folder,
        new StoreConfig(SyncPolicy.FSYNC, 1 << 20, 0, 64 << 20, 10_000, 2, 1024),
        new StoreEnvironment(wires.pool(), wires.carrier().time(), SystemRandom.fast(), metrics),
        Long.MAX_VALUE);
  }

  private StorageServer server(StoreReplicaDisk disk) {
    return new StorageServer(
        SELF,
        ReportedProcess.of("of tests"),
        ServerConfig.defaults(),
        AccessPolicy.off(),
        List.of(disk, new UnusableDisk("/other", "broken")),
        new NodeEnvironment(
            views,
            wires.client(),
            wires.carrier(),
            registry,
            SystemRandom.fast(),
            metrics,
            Optional.of(_ -> Map.of())));
  }

  /** Brings nothing back. */
  private static final class IdleCoordinator implements Coordinator {
    @Override
    public void restart(int partition, BooleanSupplier failed) {
      throw new AssertionError("no replica has failed");
    }

    @Override
    public void decline(Set<Integer> partitions) {
      throw new AssertionError("no replica has failed");
    }
  }

  private static List<Worker> start(StorageServer server) {
    server.start();
    return List.of(
        server.startComparing(EntropyConfig.defaults()),
        server.startRepairing(HintedRepair.SETTLE),
        server.startSealing(SealingConfig.defaults(), _ -> {}),
        server.startRebuilding(SealingConfig.defaults(), new IdleCoordinator()));
  }

  private List<WorkerReport> workers() {
    Reported reported =
        (Reported)
            new NodeClientOfTests(wires, views)
                .ask(SELF, new NodeRequest.Report(0), new byte[0])
                .response();
    return reported.node().workers();
  }

  private boolean haveAllRun() {
    return metrics.values("aumbry_server_worker_run_seconds").values().stream()
        .allMatch(seconds -> seconds > 0);
  }

  /** Operators do not see a loop outside this list. It has to become a worker. */
  @Test
  void aReportListsAllWorkers() {
    try (StoreReplicaDisk disk = disk();
        StorageServer server = server(disk)) {
      views.place(wires.connect(SELF, server));
      List<Worker> owned = start(server);
      Patience.await().until(this::haveAllRun);
      assertThat(workers())
          .allSatisfy(worker -> assertThat(worker.state()).isNotEqualTo(State.FAILED))
          .extracting(worker -> worker.name() + " " + worker.disk())
          .containsExactlyElementsOf(
              Stream.concat(
                      OF_DISKS.stream()
                          .flatMap(
                              name -> Stream.of(disk.name(), "/other").map(at -> name + " " + at)),
                      OF_NODE.stream().map(name -> name + " "))
                  .sorted()
                  .toList());
      owned.forEach(Worker::close);
    }
    wires.cut(SELF);
  }

  @Test
  void aClosedServerHasNoRunningWorker() {
    try (StoreReplicaDisk disk = disk()) {
      try (StorageServer server = server(disk)) {
        start(server).forEach(Worker::close);
      }
      assertThat(registry.reports())
          .allSatisfy(worker -> assertThat(worker.state()).isEqualTo(State.STOPPED));
    }
  }
}
