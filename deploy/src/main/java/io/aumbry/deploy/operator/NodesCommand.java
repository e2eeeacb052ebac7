package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.status.ClusterStatus.capacityBytes;
import static io.aumbry.deploy.operator.status.ClusterStatus.usedBytes;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.cluster.operator.ClusterSnapshot.Standing;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.StatusDocument;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;

/** {@code aumbry admin nodes}. */
@Command(name = "nodes", description = "Lists the storage nodes, their state, replicas and disks.")
final class NodesCommand extends ObservingCommand {
  @Override
  Output output(ObservationHistory history) {
    ClusterObservation observation = history.now();
    return new Output(() -> text(observation), () -> document(observation));
  }

  private static List<String> text(ClusterObservation observation) {
    Map<NodeId, Map<ReplicaState, Integer>> replicas = replicas(observation);
    TextTable table = table();
    Map<NodeId, Double> shares = shares(observation);
    for (StorageNode node : observation.nodes()) {
      Map<ReplicaState, Integer> states = replicas.getOrDefault(node.id(), Map.of());
      int leading = states.getOrDefault(ReplicaState.LEADER, 0);
      int standby = states.getOrDefault(ReplicaState.STANDBY, 0);
      int all = states.values().stream().mapToInt(Integer::intValue).sum();
      Optional<NodeReport> report = observation.said(node.id()).map(ClusterObservation.Said::node);
      table.add(
          node.id(),
          observation.nameOf(node.dataCenter()),
          node.zone(),
          standing(observation, node),
          leading,
          standby,
          all - leading - standby,
          share(shares, node.id()),
          report.map(NodesCommand::disks).orElse("?"),
          report.map(known -> NumberText.bytes(usedBytes(known.disks()))).orElse("?"),
          report.map(known -> NumberText.bytes(capacityBytes(known.disks()))).orElse("?"),
          report.map(NodesCommand::busy).orElse("?"),
          report.map(known -> NumberText.span(known.uptimeMillis())).orElse("?"),
          report.map(NodeReport::version).orElse("?"));
    }
    return withUnseen(table, observation);
  }

  private static TextTable table() {
    return new TextTable(
        "node",
        "data centre",
        "zone",
        "state",
        ">leader",
        ">standby",
        ">other",
        ">share",
        ">disks",
        ">used",
        ">capacity",
        ">busy",
        ">up",
        "version");
  }

  private static String standing(ClusterObservation observation, StorageNode node) {
    Standing standing = observation.snapshot().standing(node.id());
    String live = node.live() ? "live" : "down";
    String is = observation.silent().containsKey(node.id()) ? "silent" : live;
    if (standing.isEnabled()) {
      return is;
    }
    return is + ", " + (standing.isDrained() ? "drained" : standing.operation());
  }

  private static String share(Map<NodeId, Double> shares, NodeId node) {
    return Optional.ofNullable(shares.get(node))
        .map(share -> String.format(Locale.ROOT, "%.1f", share))
        .orElse("-");
  }

  private static Map<NodeId, Double> shares(ClusterObservation observation) {
    Map<NodeId, Double> shares = new HashMap<>();
    observation
        .view()
        .dataCenters()
        .forEach(place -> shares.putAll(observation.snapshot().shares(place)));
    return shares;
  }

  private static Map<NodeId, Map<ReplicaState, Integer>> replicas(ClusterObservation observation) {
    Map<NodeId, Map<ReplicaState, Integer>> counts = new HashMap<>();
    observation.view().partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .forEach((Replica replica) ->
            counts
                .computeIfAbsent(replica.node().id(), _ -> new EnumMap<>(ReplicaState.class))
                .merge(replica.state(), 1, Integer::sum));
    return counts;
  }

  private static String busy(NodeReport node) {
    return load(node).map(percent -> percent + " %").orElse("?");
  }

  private static Optional<Integer> load(NodeReport node) {
    OptionalInt busy = node.busyPercent();
    return busy.isPresent() ? Optional.of(busy.getAsInt()) : Optional.empty();
  }

  private static String disks(NodeReport node) {
    long usable = node.disks().stream().filter(DiskReport::usable).count();
    return usable == node.disks().size()
        ? Long.toString(usable)
        : usable + " of " + node.disks().size();
  }

  private record Document(String cluster, List<Node> nodes) {}

  private record Node(
      @JsonUnwrapped Location location,
      @JsonUnwrapped Condition condition,
      Map<ReplicaState, Integer> replicas,
      Optional<Double> fairShare,
      @JsonUnwrapped Optional<Report> report,
      Optional<String> silent) {}

  private record Location(String name, String dataCenter, String zone, String endpoint) {}

  private record Condition(boolean live, boolean drained, String operation) {}

  private record Report(
      String version,
      double uptimeSeconds,
      Optional<Double> clockErrorSeconds,
      @JsonUnwrapped Optional<Machine> machine,
      List<Disk> disks) {
    static Report of(NodeReport report, Optional<Long> clockErrorMillis) {
      List<Disk> disks = new ArrayList<>();
      for (int i = 0; i < report.disks().size(); i++) {
        disks.add(Disk.of(report.disks().get(i), speed(report, i)));
      }
      return new Report(
          report.version(),
          report.uptimeMillis() / 1e3,
          clockErrorMillis.map(millis -> millis / 1e3),
          report.machine().map(its -> Machine.of(report, its)),
          disks);
    }

    private static Optional<Long> speed(NodeReport report, int disk) {
      return report
          .machine()
          .filter(machine -> disk < machine.diskSpeeds().size())
          .map(machine -> machine.diskSpeeds().get(disk))
          .filter(speed -> speed != DiskReport.UNKNOWN);
    }
  }

  private record Machine(Optional<Integer> busyPercent, int processors, long memoryBytes) {
    static Machine of(NodeReport report, MachineReport machine) {
      return new Machine(load(report), machine.processors(), machine.memoryBytes());
    }
  }

  private record Disk(
      String name,
      boolean usable,
      boolean sealed,
      Optional<Long> capacityBytes,
      long usedBytes,
      @JsonUnwrapped Operations operations) {
    static Disk of(DiskReport disk, Optional<Long> speed) {
      return new Disk(
          disk.name(),
          disk.usable(),
          disk.sealed(),
          Optional.of(disk.capacityBytes()).filter(bytes -> bytes != DiskReport.UNKNOWN),
          disk.usedBytes(),
          new Operations(disk.longestMillis() / 1e3, disk.errors(), speed));
    }
  }

  private record Operations(
      double longestOperationSeconds, long errors, Optional<Long> writeBytesPerSecond) {}

  private static Record document(ClusterObservation observation) {
    Map<NodeId, Map<ReplicaState, Integer>> replicas = replicas(observation);
    Map<NodeId, Double> shares = shares(observation);
    Map<NodeId, Long> clockErrors = observation.clockErrorsMillis();
    return new Document(
        observation.cluster(),
        observation.nodes().stream()
            .map(node ->
                new Node(
                    new Location(
                        node.id().name(),
                        observation.nameOf(node.dataCenter()),
                        node.zone(),
                        node.endpoint().toString()),
                    condition(observation.snapshot().standing(node.id()), node),
                    StatusDocument.ofEveryState(replicas.getOrDefault(node.id(), Map.of())),
                    Optional.ofNullable(shares.get(node.id())),
                    observation
                        .said(node.id())
                        .map(said ->
                            Report.of(
                                said.node(), Optional.ofNullable(clockErrors.get(node.id())))),
                    Optional.ofNullable(observation.silent().get(node.id()))))
            .toList());
  }

  private static Condition condition(Standing standing, StorageNode node) {
    return new Condition(node.live(), standing.isDrained(), standing.operation());
  }
}
