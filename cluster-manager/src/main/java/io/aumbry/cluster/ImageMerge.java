package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One view of what several data centres say. */
final class ImageMerge {
  private static final Logger LOG = LoggerFactory.getLogger(ImageMerge.class);

  private ImageMerge() {}

  /**
   * The view of these images.
   *
   * @param dataCenters all of them, those without an image too
   * @param images complete ones
   */
  static ClusterView of(
      DataCenter local, List<DataCenter> dataCenters, List<DataCenterImage> images) {
    Map<NodeId, StorageNode> nodes = new HashMap<>();
    Map<Integer, Partition> partitions = new TreeMap<>();
    for (DataCenterImage image : images) {
      image.nodes().values().forEach(node -> add(nodes, node));
      image.partitions().forEach((id, part) -> partitions.merge(id, part, ImageMerge::merge));
    }
    return new ClusterView(
        local, dataCenters, List.copyOf(nodes.values()), List.copyOf(partitions.values()));
  }

  /** Names are meant to differ between data centres; when they do not, the first one counts. */
  private static void add(Map<NodeId, StorageNode> nodes, StorageNode node) {
    StorageNode other = nodes.putIfAbsent(node.id(), node);
    if (other != null) {
      LOG.atError()
          .addKeyValue("node", node.id())
          .addKeyValue("datacenter", other.dataCenter())
          .addKeyValue("ignored", node.dataCenter())
          .log("two data centres have a node of the same name");
    }
  }

  private static Partition merge(Partition one, Partition other) {
    List<Replica> replicas = new ArrayList<>(one.replicas());
    replicas.addAll(other.replicas());
    return new Partition(
        one.id(), one.sealed() || other.sealed(), Math.max(one.copies(), other.copies()), replicas);
  }
}
