package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.ClusterStatus.capacityBytes;
import static io.aumbry.deploy.operator.ClusterStatus.usedBytes;
import static io.aumbry.deploy.operator.StatusJson.states;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.cluster.operator.ClusterSnapshot.Standing;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.NodeReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code aumbry admin nodes}. */
@Command(name = "nodes", description = "The storage nodes: where they are, and what is on them.")
final class NodesCommand extends LookCommand {
  @Override
  List<String> text(Looks looks) {
    ClusterLook look = looks.now();
    Map<NodeId, Map<ReplicaState, Integer>> replicas = replicas(look);
    Table table =
        new Table(
            "node",
            "where",
            "zone",
            "is",
            ">leader",
            ">standby",
            ">other",
            ">share",
            ">disks",
            ">used",
            ">capacity",
            ">up",
            "version");
    Map<NodeId, Double> shares = shares(look);
    for (StorageNode node : look.nodes()) {
      Map<ReplicaState, Integer> states = replicas.getOrDefault(node.id(), Map.of());
      int leading = states.getOrDefault(ReplicaState.LEADER, 0);
      int standby = states.getOrDefault(ReplicaState.STANDBY, 0);
      int all = states.values().stream().mapToInt(Integer::intValue).sum();
      Optional<NodeReport> report = look.said(node.id()).map(ClusterLook.Said::node);
      table.add(
          node.id(),
          look.nameOf(node.dataCenter()),
          node.zone(),
          standing(look, node),
          leading,
          standby,
          all - leading - standby,
          share(shares, node.id()),
          report.map(NodesCommand::disks).orElse("?"),
          report.map(known -> Words.bytes(usedBytes(known.disks()))).orElse("?"),
          report.map(known -> Words.bytes(capacityBytes(known.disks()))).orElse("?"),
          report.map(known -> Words.span(known.uptimeMillis())).orElse("?"),
          report.map(NodeReport::version).orElse("?"));
    }
    List<String> lines = new ArrayList<>(table.lines());
    look.snapshot().unreachable().forEach((place, why) -> lines.add(Words.unseen(place, why)));
    look.silent().forEach((node, why) -> lines.add(node + " does not answer: " + why));
    return lines;
  }

  private static String standing(ClusterLook look, StorageNode node) {
    Standing standing = look.snapshot().standing(node.id());
    String live = node.live() ? "live" : "down";
    String is = look.silent().containsKey(node.id()) ? "silent" : live;
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

  /** How many replicas each would have if all were equally full. */
  private static Map<NodeId, Double> shares(ClusterLook look) {
    Map<NodeId, Double> shares = new HashMap<>();
    look.view().dataCenters().forEach(place -> shares.putAll(look.snapshot().shares(place)));
    return shares;
  }

  private static Map<NodeId, Map<ReplicaState, Integer>> replicas(ClusterLook look) {
    Map<NodeId, Map<ReplicaState, Integer>> counts = new HashMap<>();
    look.view().partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .forEach((Replica replica) ->
            counts
                .computeIfAbsent(replica.node().id(), _ -> new EnumMap<>(ReplicaState.class))
                .merge(replica.state(), 1, Integer::sum));
    return counts;
  }

  private static String disks(NodeReport node) {
    long usable = node.disks().stream().filter(DiskReport::usable).count();
    return usable == node.disks().size()
        ? Long.toString(usable)
        : usable + " of " + node.disks().size();
  }

  @Override
  void write(JsonGenerator json, Looks looks) throws IOException {
    ClusterLook look = looks.now();
    Map<NodeId, Map<ReplicaState, Integer>> replicas = replicas(look);
    json.writeStringField("cluster", look.cluster());
    Map<NodeId, Double> shares = shares(look);
    json.writeArrayFieldStart("nodes");
    for (StorageNode node : look.nodes()) {
      json.writeStartObject();
      json.writeStringField("name", node.id().name());
      json.writeStringField("data_center", look.nameOf(node.dataCenter()));
      json.writeStringField("zone", node.zone());
      json.writeStringField("endpoint", node.endpoint().toString());
      json.writeBooleanField("live", node.live());
      Standing standing = look.snapshot().standing(node.id());
      json.writeBooleanField("drained", standing.isDrained());
      json.writeStringField("operation", standing.operation());
      states(json, replicas.getOrDefault(node.id(), Map.of()));
      if (shares.containsKey(node.id())) {
        json.writeNumberField("fair_share", shares.getOrDefault(node.id(), 0.0));
      }
      Optional<ClusterLook.Said> said = look.said(node.id());
      if (said.isPresent()) {
        write(json, said.get().node());
      }
      if (look.silent().containsKey(node.id())) {
        json.writeStringField("silent", look.silent().get(node.id()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, NodeReport node) throws IOException {
    json.writeStringField("version", node.version());
    json.writeNumberField("uptime_seconds", node.uptimeMillis() / 1e3);
    json.writeArrayFieldStart("disks");
    for (DiskReport disk : node.disks()) {
      json.writeStartObject();
      json.writeStringField("name", disk.name());
      json.writeBooleanField("usable", disk.usable());
      json.writeBooleanField("sealed", disk.sealed());
      if (disk.capacityBytes() != DiskReport.UNKNOWN) {
        json.writeNumberField("capacity_bytes", disk.capacityBytes());
      }
      json.writeNumberField("used_bytes", disk.usedBytes());
      json.writeNumberField("longest_operation_seconds", disk.longestMillis() / 1e3);
      json.writeNumberField("errors", disk.errors());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
