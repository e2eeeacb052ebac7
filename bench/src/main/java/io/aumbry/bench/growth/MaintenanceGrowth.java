package io.aumbry.bench.growth;

import io.aumbry.bench.process.OwnThread;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.impact.ImpactAnalysis;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts;
import io.aumbry.deploy.operator.maintenance.MaintenanceRules;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Measures the plan of a maintenance of all hosts, from an observation to the batches. The replicas
 * of a partition are on random nodes of different zones. A frontend for ten nodes, and three
 * controllers, are on hosts of their own.
 */
final class MaintenanceGrowth {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final Endpoint ENDPOINT = new Endpoint("localhost", 1);
  private static final long CAPACITY = 1L << 40;
  private static final int BUSY_PERCENT = 30;
  private static final int PROCESSORS = 16;
  private static final long MEMORY = 1L << 36;
  private static final int RESERVE_PERCENT = 20;
  private static final int USUAL_PERCENT = 34;
  private static final int CONTROLLERS = 3;

  /** A small limit, of which nodes that are down take nine tenths. */
  private static final int SMALL_PERCENT = 1;

  private static final int RUNS = 5;

  private MaintenanceGrowth() {}

  /**
   * The result, in milliseconds of processor time.
   *
   * @param hosts that are planned
   * @param spare number of storage nodes that may be down together
   * @param first time of the first plan, before the code is compiled if it is the first row
   * @param later least time of the next ones
   */
  record Row(ClusterSize size, int hosts, long spare, int batches, double first, double later) {}

  static List<Row> measure(ClusterSize size) {
    int most = size.nodes() * SMALL_PERCENT / ImpactLimits.ALL;
    List<Row> rows = new ArrayList<>();
    rows.add(measure(size, 0, USUAL_PERCENT));
    if (most > 0) {
      rows.add(measure(size, most - Math.max(1, most / 10), SMALL_PERCENT));
    }
    return rows;
  }

  private static Row measure(ClusterSize size, int down, int mostPercent) {
    ClusterObservation observation = observation(size, down);
    ImpactLimits limits =
        new ImpactLimits(mostPercent, ImpactLimits.ALL, OptionalInt.of(RESERVE_PERCENT), false);
    OwnThread thread = new OwnThread();
    BatchPlan plan = plan(observation, limits);
    double first = thread.millis();
    double later = Double.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      OwnThread again = new OwnThread();
      plan = plan(observation, limits);
      later = Math.min(later, again.millis());
    }
    return new Row(
        size,
        plan.batches().stream().mapToInt(List::size).sum(),
        (long) (size.nodes() + down) * mostPercent / ImpactLimits.ALL - down,
        plan.batches().size(),
        first,
        later);
  }

  private static BatchPlan plan(ClusterObservation observation, ImpactLimits limits) {
    MaintenanceHosts hosts = MaintenanceHosts.of(observation, Optional.empty());
    return ImpactAnalysis.plan(
        hosts.all().stream()
            .filter(host -> host.down().isEmpty())
            .map(MaintenanceHosts.Observed::host)
            .toList(),
        MaintenanceRules.of(observation, hosts, limits));
  }

  private static ClusterObservation observation(ClusterSize size, int down) {
    List<StorageNode> nodes = nodes(size, down);
    Map<NodeId, TreeMap<Integer, ReplicaReport>> replicas = new HashMap<>();
    List<Partition> partitions = new ArrayList<>();
    Random random = new Random(1);
    for (int id = 0; id < size.partitions(); id++) {
      List<Replica> its = replicas(nodes.subList(0, size.nodes()), random);
      partitions.add(new Partition(id, false, ClusterSize.COPIES, its));
      for (Replica replica : its) {
        replicas
            .computeIfAbsent(replica.node().id(), _ -> new TreeMap<>())
            .put(id, report(id, replica.state()));
      }
    }
    Map<NodeId, ClusterObservation.Said> reports = new HashMap<>();
    Map<NodeId, ClusterSnapshot.Standing> standings = new HashMap<>();
    for (StorageNode node : nodes) {
      standings.put(node.id(), new ClusterSnapshot.Standing("ENABLE", CAPACITY, Set.of()));
      if (node.live()) {
        reports.put(
            node.id(),
            new ClusterObservation.Said(
                new NodeReport("1", 0, 0, List.of(), List.of(), Optional.of(machine())),
                replicas.getOrDefault(node.id(), new TreeMap<>()),
                OptionalLong.empty()));
      }
    }
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            new ClusterView(HERE, List.of(HERE), nodes, partitions),
            standings,
            Map.of(),
            Map.of(),
            Map.of(HERE, processes(size.nodes() / 10)),
            Map.of(),
            Map.of());
    return new ClusterObservation("growth", 0, snapshot, reports, Map.of());
  }

  private static List<StorageNode> nodes(ClusterSize size, int down) {
    return IntStream.range(0, size.nodes() + down)
        .mapToObj(node ->
            new StorageNode(
                new NodeId(ClusterSize.name(node)),
                HERE.id(),
                ClusterSize.zone(node),
                ENDPOINT,
                node < size.nodes()))
        .toList();
  }

  private static List<Replica> replicas(List<StorageNode> nodes, Random random) {
    List<Replica> replicas = new ArrayList<>();
    List<String> zones = new ArrayList<>();
    while (replicas.size() < ClusterSize.COPIES) {
      StorageNode node = nodes.get(random.nextInt(nodes.size()));
      if (!zones.contains(node.zone())) {
        zones.add(node.zone());
        replicas.add(
            new Replica(node, replicas.isEmpty() ? ReplicaState.LEADER : ReplicaState.STANDBY));
      }
    }
    return replicas;
  }

  private static ReplicaReport report(int partition, ReplicaState state) {
    return new ReplicaReport(
        partition,
        "",
        new UUID(0, 0),
        new ReplicaReport.Standing(state, true),
        new ReplicaReport.Content(0, 0, 0, 0, 0),
        List.of(),
        ReplicaReport.Waiting.NOTHING);
  }

  private static MachineReport machine() {
    return new MachineReport(OptionalInt.of(BUSY_PERCENT), PROCESSORS, MEMORY, List.of());
  }

  private static ClusterProcesses processes(int frontends) {
    List<ClusterProcesses.Known> known = new ArrayList<>();
    IntStream.range(0, CONTROLLERS).forEach(host -> known.add(known(Kind.CONTROLLER, host)));
    IntStream.range(0, frontends).forEach(host -> known.add(known(Kind.FRONTEND, host)));
    return new ClusterProcesses("", known, List.of());
  }

  private static ClusterProcesses.Known known(Kind kind, int host) {
    return new ClusterProcesses.Known(
        new AnnouncedProcess(kind, kind + "-" + host, "", "1", 0), true);
  }
}
