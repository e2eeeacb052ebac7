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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An observation of a cluster at one time. Its nodes are in the order of their names.
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
    reports = Collections.unmodifiableMap(new TreeMap<>(reports));
    silent = Collections.unmodifiableMap(new TreeMap<>(silent));
  }

  /**
   * The report of a node.
   *
   * @param byPartition its replicas, by partition
   * @param clockErrorMillis by which its clock is ahead of the observer's, or behind if negative.
   *     Empty if it answered too slowly to know
   */
  public record Said(
      NodeReport node,
      SortedMap<Integer, ReplicaReport> byPartition,
      OptionalLong clockErrorMillis) {
    public Said {
      byPartition = Collections.unmodifiableSortedMap(new TreeMap<>(byPartition));
    }

    static Said of(NodeReport node, List<ReplicaReport> replicas, OptionalLong clockErrorMillis) {
      SortedMap<Integer, ReplicaReport> byPartition = new TreeMap<>();
      replicas.forEach(replica -> byPartition.put(replica.partition(), replica));
      return new Said(node, byPartition, clockErrorMillis);
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

  /**
   * By how many milliseconds the clock of each node is ahead, or behind if negative. A clock is
   * right if it agrees with that of the observer, or with the median of all nodes. The smaller
   * difference counts, so that a wrong clock of the observer is not an error of all nodes. Nodes
   * with an unknown error are left out.
   */
  public Map<NodeId, Long> clockErrorsMillis() {
    Map<NodeId, Long> errors = new HashMap<>();
    long median = medianClockErrorMillis();
    reports.forEach((node, said) ->
        said.clockErrorMillis()
            .ifPresent(error -> errors.put(node, closerToZero(error - median, error))));
    return errors;
  }

  /** Of an even number of errors, two are in the middle, and the closer one to 0 counts. */
  private long medianClockErrorMillis() {
    long[] errors =
        reports.values().stream()
            .flatMapToLong(said -> said.clockErrorMillis().stream())
            .sorted()
            .toArray();
    return errors.length == 0
        ? 0
        : closerToZero(errors[(errors.length - 1) / 2], errors[errors.length / 2]);
  }

  private static long closerToZero(long one, long other) {
    return Math.abs(one) < Math.abs(other) ? one : other;
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
