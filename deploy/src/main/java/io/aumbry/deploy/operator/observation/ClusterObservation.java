package io.aumbry.deploy.operator.observation;

import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An observation of a cluster at one time.
 *
 * @param cluster its name
 * @param atMillis start of the observation, since 1970
 * @param reports of the nodes that answered
 * @param silent the reasons why live nodes did not answer or not completely, for people
 */
public record ClusterObservation(
    String cluster,
    long atMillis,
    ClusterSnapshot snapshot,
    Map<NodeId, Said> reports,
    Map<NodeId, String> silent) {
  public ClusterObservation {
    reports = Map.copyOf(reports);
    silent = Map.copyOf(silent);
  }

  /**
   * The report of a node.
   *
   * @param byPartition its replicas, by partition
   */
  public record Said(NodeReport node, SortedMap<Integer, ReplicaReport> byPartition) {
    public Said {
      byPartition = Collections.unmodifiableSortedMap(new TreeMap<>(byPartition));
    }

    static Said of(NodeReport node, List<ReplicaReport> replicas) {
      SortedMap<Integer, ReplicaReport> byPartition = new TreeMap<>();
      replicas.forEach(replica -> byPartition.put(replica.partition(), replica));
      return new Said(node, byPartition);
    }

    public Collection<ReplicaReport> replicas() {
      return byPartition.values();
    }
  }

  public ClusterView view() {
    return snapshot.view();
  }

  /** By data centre and name. */
  public List<StorageNode> nodes() {
    return view().nodes().stream()
        .sorted(Comparator.comparingInt(StorageNode::dataCenter).thenComparing(StorageNode::id))
        .toList();
  }

  public Optional<Said> said(NodeId node) {
    return Optional.ofNullable(reports.get(node));
  }

  public Optional<ReplicaReport> report(NodeId node, int partition) {
    return said(node).flatMap(all -> Optional.ofNullable(all.byPartition().get(partition)));
  }

  /** The version of each running process of a host. A server counts as the processes in it. */
  public List<String> versions(DataCenter place, String host) {
    List<String> versions = new ArrayList<>();
    NodeId id = new NodeId(host);
    view()
        .node(id)
        .filter(node -> node.dataCenter() == place.id())
        .flatMap(node -> said(node.id()))
        .ifPresent(said -> versions.add(said.node().version()));
    snapshot.processes(place).known().stream()
        .filter(ClusterProcesses.Known::live)
        .filter(known -> known.process().name().equals(host))
        .forEach(known -> versions.add(known.process().version()));
    return versions;
  }

  public String nameOf(int dataCenter) {
    return view().dataCenters().stream()
        .filter(each -> each.id() == dataCenter)
        .map(each -> each.name())
        .findFirst()
        .orElse("data centre " + dataCenter);
  }
}
