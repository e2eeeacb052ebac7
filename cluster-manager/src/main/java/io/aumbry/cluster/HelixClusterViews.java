package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The view of all data centres, as their Helix clusters have it. A data centre that cannot be
 * reached keeps its last view; one that never could is in the list of data centres and has no
 * nodes.
 */
public final class HelixClusterViews implements ClusterViews, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HelixClusterViews.class);

  private final HelixViewsConfig config;
  private final List<DataCenter> dataCenters;
  private final ViewPublisher publisher;
  private final List<DataCenterWatch> watches = new ArrayList<>();
  private final List<HelixConnection> connections = new ArrayList<>();
  private final CountDownLatch localSeen = new CountDownLatch(1);

  private HelixClusterViews(HelixViewsConfig config) {
    this.config = config;
    this.dataCenters = config.sources().stream().map(DataCenterSource::dataCenter).toList();
    ClusterView nothing = new ClusterView(config.local(), dataCenters, List.of(), List.of());
    this.publisher = new ViewPublisher("cluster-view-" + config.observer(), nothing);
  }

  /**
   * Returns when the local data centre has been seen whole; the others follow.
   *
   * @throws InterruptedException while it waited for the local cluster, for as long as it takes
   */
  public static HelixClusterViews start(HelixViewsConfig config) throws InterruptedException {
    HelixClusterViews views = new HelixClusterViews(config);
    views.watch();
    try {
      views.localSeen.await();
      return views;
    } catch (InterruptedException e) {
      views.close();
      throw e;
    }
  }

  private void watch() {
    Runnable changed = publisher.coalesced(this::rebuild);
    for (DataCenterSource source : config.sources()) {
      watches.add(new DataCenterWatch(config.observer(), source, changed));
    }
    for (int i = 0; i < watches.size(); i++) {
      connections.add(new HelixConnection(config.sources().get(i).address(), watches.get(i)));
    }
  }

  @Override
  public ClusterView current() {
    return publisher.current();
  }

  @Override
  public void subscribe(Consumer<ClusterView> listener) {
    publisher.subscribe(listener);
  }

  @Override
  public void close() {
    connections.forEach(HelixConnection::close);
    publisher.close();
  }

  /** Nothing until the local data centre is known: a view without it would say that it is gone. */
  private Optional<ClusterView> build() {
    Map<NodeId, StorageNode> nodes = new HashMap<>();
    Map<Integer, Partition> partitions = new TreeMap<>();
    for (DataCenterWatch watch : watches) {
      DataCenterImage image = watch.image();
      if (image.isComplete()) {
        image.nodes().values().forEach(node -> add(nodes, node));
        image
            .partitions()
            .forEach((id, part) -> partitions.merge(id, part, HelixClusterViews::merge));
      } else if (image.dataCenter() == config.local().id()) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new ClusterView(
            config.local(),
            dataCenters,
            List.copyOf(nodes.values()),
            List.copyOf(partitions.values())));
  }

  private void rebuild() {
    build()
        .ifPresent(view -> {
          publisher.publish(view);
          localSeen.countDown();
        });
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
    return new Partition(one.id(), one.sealed() || other.sealed(), replicas);
  }
}
