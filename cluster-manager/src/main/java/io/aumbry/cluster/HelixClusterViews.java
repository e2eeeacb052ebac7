package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The view of all data centres, as their Helix clusters have it. A data centre that cannot be
 * reached keeps its last view; one that never could is in the list of data centres and has no
 * nodes.
 */
public final class HelixClusterViews extends PublishedViews {
  private final HelixViewsConfig config;
  private final ClusterMetrics metrics;
  private final List<DataCenter> dataCenters;
  private final List<DataCenterWatch> watches = new ArrayList<>();
  private final List<HelixConnection> connections = new CopyOnWriteArrayList<>();
  private final CountDownLatch localSeen = new CountDownLatch(1);

  /** How many views there were. */
  private final AtomicLong version = new AtomicLong();

  private volatile long changedNanos;

  private HelixClusterViews(HelixViewsConfig config, ClusterMetrics metrics) {
    super(new ViewPublisher("cluster-view-" + config.observer(), nothing(config)));
    this.config = config;
    this.metrics = metrics;
    this.dataCenters = dataCenters(config);
    this.changedNanos = metrics.time().monotonicNanos();
    metrics.showView(version::get, () -> changedNanos);
    metrics.showUnreachable(this::unreachable);
    metrics.showIncomplete(() -> current().incompletePartitions());
  }

  private static ClusterView nothing(HelixViewsConfig config) {
    return new ClusterView(config.local(), dataCenters(config), List.of(), List.of());
  }

  private static List<DataCenter> dataCenters(HelixViewsConfig config) {
    return config.sources().stream().map(DataCenterSource::dataCenter).toList();
  }

  private long unreachable() {
    return connections.stream().filter(connection -> !connection.isConnected()).count();
  }

  /**
   * Returns when the local data centre has been seen whole; the others follow.
   *
   * @throws InterruptedException while it waited for the local cluster, for as long as it takes
   */
  public static HelixClusterViews start(HelixViewsConfig config, ClusterMetrics metrics)
      throws InterruptedException {
    HelixClusterViews views = new HelixClusterViews(config, metrics);
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
      watches.add(new DataCenterWatch(config.observer(), source, isAfar(source), changed));
    }
    for (int i = 0; i < watches.size(); i++) {
      connections.add(
          new HelixConnection(config.sources().get(i).address(), watches.get(i), metrics));
    }
  }

  private boolean isAfar(DataCenterSource source) {
    return !source.dataCenter().equals(config.local());
  }

  @Override
  public void close() {
    connections.forEach(HelixConnection::close);
    publisher.close();
  }

  /** Nothing until the local data centre is known: a view without it would say that it is gone. */
  private Optional<ClusterView> build() {
    List<DataCenterImage> images = new ArrayList<>();
    for (DataCenterWatch watch : watches) {
      DataCenterImage image = watch.image();
      if (image.isComplete()) {
        images.add(image);
      } else if (image.dataCenter() == config.local().id()) {
        return Optional.empty();
      }
    }
    return Optional.of(ImageMerge.of(config.local(), dataCenters, images));
  }

  private void rebuild() {
    build()
        .ifPresent(view -> {
          if (publisher.publish(view)) {
            version.incrementAndGet();
            changedNanos = metrics.time().monotonicNanos();
          }
          localSeen.countDown();
        });
  }
}
