package io.aumbry.cluster.view;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Merges the images of several data centres to one view. */
public final class ImageMerge {
  private static final Logger LOG = LoggerFactory.getLogger(ImageMerge.class);

  private ImageMerge() {}

  public record Part(Collection<StorageNode> nodes, Collection<Partition> partitions) {}

  public static ClusterView ofImages(
      DataCenter local, List<DataCenter> dataCenters, List<DataCenterImage> images) {
    return of(
        local,
        dataCenters,
        images.stream()
            .map(image -> new Part(image.nodes().values(), image.partitions().values()))
            .toList());
  }

  /**
   * Merges the images of all data centres to one view.
   *
   * @param dataCenters all data centres, even without a part
   */
  public static ClusterView of(DataCenter local, List<DataCenter> dataCenters, List<Part> parts) {
    Map<NodeId, StorageNode> nodes = new HashMap<>();
    parts.forEach(part -> part.nodes().forEach(node -> add(nodes, node)));
    return new ClusterView(local, dataCenters, List.copyOf(nodes.values()), partitions(parts));
  }

  /** In order. */
  private static List<Partition> partitions(List<Part> parts) {
    if (parts.size() == 1) {
      return parts.getFirst().partitions().stream()
          .sorted(Comparator.comparingInt(Partition::id))
          .toList();
    }
    Map<Integer, Partition> partitions = new TreeMap<>();
    for (Part part : parts) {
      part.partitions().forEach(each -> partitions.merge(each.id(), each, ImageMerge::merge));
    }
    return List.copyOf(partitions.values());
  }

  /** Node names must be unique across data centres. The first of several duplicates is used. */
  private static void add(Map<NodeId, StorageNode> nodes, StorageNode node) {
    StorageNode other = nodes.putIfAbsent(node.id(), node);
    if (other != null) {
      LOG.atError()
          .addKeyValue("node", node.id())
          .addKeyValue("datacenter", other.dataCenter())
          .addKeyValue("ignored", node.dataCenter())
          .log("Two data centres have a node of the same name");
    }
  }

  private static Partition merge(Partition one, Partition other) {
    List<Replica> replicas = new ArrayList<>(one.replicas());
    replicas.addAll(other.replicas());
    return new Partition(
        one.id(),
        one.partitionClass().or(other.partitionClass()),
        one.sealed() || other.sealed(),
        Math.max(one.copies(), other.copies()),
        replicas);
  }
}
