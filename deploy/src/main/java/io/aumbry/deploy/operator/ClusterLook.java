package io.aumbry.deploy.operator;

import io.aumbry.cluster.ClusterSnapshot;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was seen of a cluster at one moment.
 *
 * @param cluster its name
 * @param atMillis when, since 1970
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

  /** What a node said. */
  record Said(NodeReport node, List<ReplicaReport> replicas) {
    Said {
      replicas = List.copyOf(replicas);
    }

    Optional<ReplicaReport> replica(int partition) {
      return replicas.stream().filter(each -> each.partition() == partition).findFirst();
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

  /** The name of a data centre. */
  String nameOf(int dataCenter) {
    return view().dataCenters().stream()
        .filter(each -> each.id() == dataCenter)
        .map(each -> each.name())
        .findFirst()
        .orElse("data centre " + dataCenter);
  }
}
