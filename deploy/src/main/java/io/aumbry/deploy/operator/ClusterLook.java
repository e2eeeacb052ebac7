package io.aumbry.deploy.operator;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was seen of a cluster at one moment.
 *
 * @param cluster its name
 * @param atMillis when the look began, since 1970
 * @param reports of the nodes that answered
 * @param silent why live nodes have not said all, for people
 */
record ClusterLook(
    String cluster,
    long atMillis,
    ClusterSnapshot snapshot,
    Map<NodeId, Said> reports,
    Map<NodeId, String> silent) {
  ClusterLook {
    reports = Map.copyOf(reports);
    silent = Map.copyOf(silent);
  }

  /**
   * What a node said.
   *
   * @param byPartition of each of its replicas, in the order of partitions
   */
  record Said(NodeReport node, SortedMap<Integer, ReplicaReport> byPartition) {
    Said {
      byPartition = Collections.unmodifiableSortedMap(new TreeMap<>(byPartition));
    }

    static Said of(NodeReport node, List<ReplicaReport> replicas) {
      SortedMap<Integer, ReplicaReport> byPartition = new TreeMap<>();
      replicas.forEach(replica -> byPartition.put(replica.partition(), replica));
      return new Said(node, byPartition);
    }

    Collection<ReplicaReport> replicas() {
      return byPartition.values();
    }
  }

  ClusterView view() {
    return snapshot.view();
  }

  /** By data centre and name. */
  List<StorageNode> nodes() {
    return view().nodes().stream()
        .sorted(Comparator.comparingInt(StorageNode::dataCenter).thenComparing(StorageNode::id))
        .toList();
  }

  Optional<Said> said(NodeId node) {
    return Optional.ofNullable(reports.get(node));
  }

  /** What a node said of its replica of a partition. */
  Optional<ReplicaReport> report(NodeId node, int partition) {
    return said(node).flatMap(all -> Optional.ofNullable(all.byPartition().get(partition)));
  }

  /** The name of a data centre. */
  String nameOf(int dataCenter) {
    return view().dataCenters().stream()
        .filter(each -> each.id() == dataCenter)
        .map(each -> each.name())
        .findFirst()
        .orElse("data centre " + dataCenter);
  }
}
