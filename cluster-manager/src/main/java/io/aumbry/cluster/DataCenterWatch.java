package io.aumbry.cluster;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
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

/**
 * Keeps the {@link DataCenterImage} of one data centre up to date. When its ZooKeeper is lost the
 * image stays as it is; Helix reads all anew in a new session.
 */
final class DataCenterWatch
    implements HelixConnection.Role,
        InstanceConfigChangeListener,
        LiveInstanceChangeListener,
        IdealStateChangeListener,
        ExternalViewChangeListener,
        IZkDataListener {
  private final String observer;
  private final DataCenterSource source;
  private final Runnable changed;

  /** Changed by the threads of Helix's listeners, each its own part. */
  private final AtomicReference<DataCenterImage> image;

  DataCenterWatch(String observer, DataCenterSource source, boolean fromAfar, Runnable changed) {
    this.observer = observer;
    this.source = source;
    this.changed = changed;
    DataCenterImage.Vantage vantage =
        new DataCenterImage.Vantage(source.dataCenter().id(), fromAfar);
    this.image = new AtomicReference<>(DataCenterImage.empty(vantage));
  }

  DataCenterImage image() {
    return image.get();
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
  public void connected(HelixManager manager) throws Exception {
    BaseDataAccessor<ZNRecord> accessor = manager.getHelixDataAccessor().getBaseDataAccessor();
    String sealed = SealedPartitions.path(source.address().clusterName());
    accessor.subscribeDataChanges(sealed, this);
    readSealed(Optional.ofNullable(accessor.get(sealed, null, AccessOption.PERSISTENT)));
    manager.addInstanceConfigChangeListener(this);
    manager.addLiveInstanceChangeListener(this);
    manager.addIdealStateChangeListener(this);
    manager.addExternalViewChangeListener(this);
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

  @Override
  public void handleDataChange(String path, Object data) {
    readSealed(data instanceof ZNRecord record ? Optional.of(record) : Optional.empty());
  }

  @Override
  public void handleDataDeleted(String path) {
    readSealed(Optional.empty());
  }

  private void readSealed(Optional<ZNRecord> record) {
    SealedPartitions sealed = SealedPartitions.in(record);
    image.updateAndGet(now -> now.withSealed(sealed));
    changed.run();
  }

  /** Helix ends a listener with an empty list, which is not news of the cluster. */
  private void update(NotificationContext context, UnaryOperator<DataCenterImage> change) {
    if (context.getType() != NotificationContext.Type.FINALIZE) {
      image.updateAndGet(change);
      changed.run();
    }
  }
}
