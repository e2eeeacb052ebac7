package io.aumbry.cluster.view;

import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.Announcement;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.helix.AccessOption;
import org.apache.helix.BaseDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.NotificationContext;
import org.apache.helix.api.listeners.ExternalViewChangeListener;
import org.apache.helix.api.listeners.IdealStateChangeListener;
import org.apache.helix.api.listeners.InstanceConfigChangeListener;
import org.apache.helix.api.listeners.LiveInstanceChangeListener;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.zkclient.IZkDataListener;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the {@link DataCenterImage} of a data centre current. While ZooKeeper is lost the image
 * does not change; Helix reads everything again in a new session.
 */
final class DataCenterWatch
    implements HelixConnection.Role,
        InstanceConfigChangeListener,
        LiveInstanceChangeListener,
        IdealStateChangeListener,
        ExternalViewChangeListener {
  private static final Logger LOG = LoggerFactory.getLogger(DataCenterWatch.class);

  private final String observer;
  private final DataCenterSource source;
  private final Runnable changed;

  /** Each listener thread of Helix changes its own part. */
  private final AtomicReference<DataCenterImage> image;

  private final Vantage vantage;
  private final Announcement announcement;
  private final Optional<ImageFile> file;

  /** Held from reading marks until they are in the image. */
  private final Object reading = new Object();

  /** The image of the previous run, used until a new one is complete. */
  private volatile Optional<CachedImage> kept = Optional.empty();

  private volatile Optional<HelixManager> manager = Optional.empty();

  DataCenterWatch(
      String observer,
      DataCenterSource source,
      Vantage vantage,
      Optional<ImageFile> file,
      Runnable changed) {
    this.observer = observer;
    this.source = source;
    this.changed = changed;
    this.file = file;
    this.vantage = vantage;
    this.announcement = new Announcement(source.address().clusterName());
    this.image = new AtomicReference<>(DataCenterImage.empty(vantage));
  }

  DataCenterImage image() {
    DataCenterImage seen = image.get();
    return seen.isComplete() ? seen : kept.map(CachedImage::image).orElse(seen);
  }

  boolean isLocal() {
    return !vantage.fromAfar();
  }

  Optional<Duration> ageOfKept() {
    return image.get().isComplete() ? Optional.empty() : kept.map(CachedImage::age);
  }

  boolean isConnected() {
    return manager.filter(HelixManager::isConnected).isPresent();
  }

  void keep() {
    DataCenterImage seen = image.get();
    if (seen.isComplete() && isConnected()) {
      file.ifPresent(to -> to.write(seen));
    }
  }

  @Override
  public void unreachable() {
    if (kept.isPresent() || image.get().isComplete()) {
      return;
    }
    file.flatMap(from -> from.read(vantage))
        .ifPresent(found -> {
          LOG.atWarn()
              .addKeyValue("cluster", source.address())
              .addKeyValue("age", found.age())
              .log("Using the view of the last run until ZooKeeper answers");
          kept = Optional.of(found);
          changed.run();
        });
  }

  @Override
  public InstanceType type() {
    return InstanceType.SPECTATOR;
  }

  @Override
  public String name() {
    return observer;
  }

  @Override
  public void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException {
    String cluster = source.address().clusterName();
    session.awaitExists(
        ClusterDefinition.marker(cluster), "a controller to define cluster " + cluster);
  }

  @Override
  public void connected(HelixManager next) throws Exception {
    manager = Optional.of(next);
    announcement.renew(next);
    BaseDataAccessor<ZNRecord> accessor = next.getHelixDataAccessor().getBaseDataAccessor();
    for (Mark mark : Mark.values()) {
      String path = MarkedPartitions.path(source.address().clusterName(), mark);
      Supplier<Optional<ZNRecord>> record =
          () -> Optional.ofNullable(accessor.get(path, null, AccessOption.PERSISTENT));
      accessor.subscribeDataChanges(path, new MarkListener(() -> read(mark, record)));
      read(mark, record);
    }
    next.addInstanceConfigChangeListener(this);
    next.addLiveInstanceChangeListener(this);
    next.addIdealStateChangeListener(this);
    next.addExternalViewChangeListener(this);
  }

  void announce(AnnouncedProcess process) {
    announcement.set(process);
    manager.filter(HelixManager::isConnected).ifPresent(announcement::renew);
  }

  @Override
  public void look(HelixManager current) {
    announcement.renew(current);
  }

  @Override
  public void leaving(HelixManager current) {
    announcement.withdraw(current);
  }

  @Override
  public void onInstanceConfigChange(List<InstanceConfig> configs, NotificationContext context) {
    update(context, now -> now.withInstances(configs));
  }

  @Override
  public void onLiveInstanceChange(List<LiveInstance> instances, NotificationContext context) {
    Set<String> live =
        instances.stream().map(LiveInstance::getInstanceName).collect(Collectors.toSet());
    update(context, now -> now.withLive(live));
  }

  @Override
  public void onIdealStateChange(List<IdealState> states, NotificationContext context) {
    update(context, now -> now.withResources(states));
  }

  @Override
  public void onExternalViewChange(List<ExternalView> views, NotificationContext context) {
    update(context, now -> now.withExternal(views));
  }

  /**
   * Reads marks again. The lock covers the read as well. Otherwise the first read of a connection,
   * on its own thread, could replace newer marks.
   */
  void read(Mark mark, Supplier<Optional<ZNRecord>> record) {
    synchronized (reading) {
      MarkedPartitions marked = MarkedPartitions.in(record.get());
      image.updateAndGet(now -> now.with(mark, marked));
    }
    changed.run();
  }

  /** Helix ends a listener with an empty list, which says nothing about the cluster. */
  private void update(NotificationContext context, UnaryOperator<DataCenterImage> change) {
    if (context.getType() != NotificationContext.Type.FINALIZE) {
      image.updateAndGet(change);
      changed.run();
    }
  }

  private record MarkListener(Runnable reading) implements IZkDataListener {
    @Override
    public void handleDataChange(String path, Object data) {
      reading.run();
    }

    @Override
    public void handleDataDeleted(String path) {
      reading.run();
    }
  }
}
