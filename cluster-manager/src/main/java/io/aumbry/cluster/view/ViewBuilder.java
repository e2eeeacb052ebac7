package io.aumbry.cluster.view;

import io.aumbry.cluster.view.ImageMerge.Part;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Builds the successive views of a process. A partition that has not changed is the same object in
 * the next view, and its records are not read again while only states of replicas change. The cost
 * of a small change is then that of comparing the records. Used by one thread.
 */
public final class ViewBuilder {
  private final DataCenter local;
  private final List<DataCenter> dataCenters;
  private final Map<Integer, Built> last = new HashMap<>();

  /** The part of a data centre in the last view; partitions in order. */
  private record Built(
      DataCenterImage image, Map<String, StorageNode> nodes, Map<Integer, Partition> partitions) {
    Part part() {
      return new Part(nodes.values(), partitions.values());
    }
  }

  /**
   * Starts without a view.
   *
   * @param local the data centre of the process
   * @param dataCenters all data centres
   */
  public ViewBuilder(DataCenter local, List<DataCenter> dataCenters) {
    this.local = local;
    this.dataCenters = List.copyOf(dataCenters);
  }

  /** Builds the view of these images, one for each data centre at most. */
  public ClusterView next(List<DataCenterImage> images) {
    List<Part> parts = new ArrayList<>();
    for (DataCenterImage image : images) {
      Built built = next(image);
      last.put(image.dataCenter(), built);
      parts.add(built.part());
    }
    return ImageMerge.of(local, dataCenters, parts);
  }

  private Built next(DataCenterImage image) {
    Optional<Built> before = Optional.ofNullable(last.get(image.dataCenter()));
    return before
        .flatMap(built -> image.changedSince(built.image()).map(ids -> changed(built, image, ids)))
        .orElseGet(() -> {
          Map<Integer, Partition> all = image.partitions();
          before.ifPresent(built -> all.replaceAll((id, now) -> same(built.partitions(), now)));
          return new Built(image, image.nodes(), all);
        });
  }

  private static Built changed(Built before, DataCenterImage image, Set<Integer> ids) {
    Map<Integer, Partition> all = new TreeMap<>(before.partitions());
    all.putAll(image.partitions(before.nodes(), ids));
    return new Built(image, before.nodes(), all);
  }

  private static Partition same(Map<Integer, Partition> before, Partition now) {
    return Optional.ofNullable(before.get(now.id())).filter(now::equals).orElse(now);
  }
}
