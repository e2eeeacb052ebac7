package io.aumbry.cluster.view;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.helix.HelixThreads;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Views of all data centres from their Helix clusters. An unreachable data centre keeps its last
 * view, or the saved one of the previous run. Without that it is listed without nodes.
 */
public final class HelixClusterViews extends PublishedViews {
  private final HelixViewsConfig config;
  private final ClusterMetrics metrics;

  /** Used by the publisher's thread. */
  private final ViewBuilder builder;

  private final List<DataCenterWatch> watches = new ArrayList<>();
  private final List<HelixConnection> connections = new CopyOnWriteArrayList<>();
  private final Runnable keep;
  private final CountDownLatch localSeen = new CountDownLatch(1);

  private final AtomicLong version = new AtomicLong();

  private volatile long knownNanos;

  private final ExecutorService keeper;

  private HelixClusterViews(HelixViewsConfig config, ClusterMetrics metrics) {
    super(new ViewPublisher("cluster-view-" + config.observer(), nothing(config)));
    this.config = config;
    this.metrics = metrics;
    this.builder = new ViewBuilder(config.local(), dataCenters(config));
    this.keeper = HelixThreads.named("cluster-view-keeper-" + config.observer());
    this.keep = HelixThreads.coalesced(keeper, this::keep);
    this.knownNanos = metrics.time().monotonicNanos();
    metrics.showView(version::get, this::ageSeconds);
    metrics.showUnreachable(this::unreachable);
    metrics.showIncomplete(() -> current().incompletePartitions());
  }

  private static ClusterView nothing(HelixViewsConfig config) {
    return new ClusterView(config.local(), dataCenters(config), List.of(), List.of());
  }

  private static List<DataCenter> dataCenters(HelixViewsConfig config) {
    return config.sources().stream().map(DataCenterSource::dataCenter).toList();
  }

  /** The view is current while the ZooKeeper of this data centre answers. */
  private long ageSeconds() {
    long now = metrics.time().monotonicNanos();
    if (watches.stream().anyMatch(watch -> watch.isLocal() && watch.isConnected())) {
      knownNanos = now;
    }
    return Duration.ofNanos(now - knownNanos).toSeconds();
  }

  private long unreachable() {
    return connections.stream().filter(connection -> !connection.isConnected()).count();
  }

  /**
   * Returns when the local data centre is complete, or when its ZooKeeper does not answer and there
   * is a saved view.
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
      Optional<ImageFile> file =
          config.kept().map(folder -> new ImageFile(folder, source, metrics.time()));
      Vantage vantage = source.from(config.local());
      watches.add(new DataCenterWatch(config.observer(), source, vantage, file, changed));
    }
    for (int i = 0; i < watches.size(); i++) {
      connections.add(
          new HelixConnection(config.sources().get(i).address(), watches.get(i), metrics));
    }
  }

  public void announce(AnnouncedProcess process) {
    watches.stream().filter(DataCenterWatch::isLocal).forEach(watch -> watch.announce(process));
  }

  @Override
  public void close() {
    HelixThreads.submit(keeper, this::keep);
    keeper.close();
    connections.forEach(HelixConnection::close);
    publisher.close();
  }

  /**
   * Empty until the local data centre is known, because a view without it would declare it lost.
   */
  private Optional<ClusterView> build() {
    List<DataCenterImage> images = new ArrayList<>();
    for (DataCenterWatch watch : watches) {
      DataCenterImage image = watch.image();
      if (image.isComplete()) {
        images.add(image);
      } else if (watch.isLocal()) {
        return Optional.empty();
      }
    }
    return Optional.of(builder.next(images));
  }

  private void keep() {
    watches.forEach(DataCenterWatch::keep);
  }

  private Duration ageOfKept() {
    return watches.stream()
        .filter(DataCenterWatch::isLocal)
        .flatMap(watch -> watch.ageOfKept().stream())
        .findFirst()
        .orElse(Duration.ZERO);
  }

  private void rebuild() {
    build()
        .ifPresent(view -> {
          if (publisher.publish(view)) {
            version.incrementAndGet();
            keep.run();
          }
          knownNanos = metrics.time().monotonicNanos() - ageOfKept().toNanos();
          localSeen.countDown();
        });
  }
}
