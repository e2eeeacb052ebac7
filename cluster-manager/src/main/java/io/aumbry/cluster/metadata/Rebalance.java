package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.Coordination;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The wish that the nodes of a data centre have their fair shares, noted in the settings of the
 * cluster: it outlives restarts of everything, and the controller that leads takes it back when it
 * has come about. Each call waits for ZooKeeper, for as long as it takes.
 */
public final class Rebalance {
  private static final String FIELD = "AUMBRY_REBALANCE";

  private final Coordination coordination;

  /** How it stands. */
  public enum Stage {
    /** Replicas stay where they are, until a node is added that has next to none. */
    NONE,
    /** Replicas move, or will as soon as nothing is in the way. */
    RUNNING,
    /** What has not come about is being taken back. */
    STOPPING,
    /** By an operator, until it is begun again; a node that is added gets nothing meanwhile. */
    STOPPED
  }

  public Rebalance(ClusterAddress address) {
    this(new Coordination(address));
  }

  public Rebalance(Coordination coordination) {
    this.coordination = coordination;
  }

  /**
   * From now on replicas move until each node has its share.
   *
   * @throws AumbryException {@code BAD_REQUEST} when there is no such cluster
   */
  public void begin() throws InterruptedException {
    change(settings -> with(settings, Stage.RUNNING));
  }

  /** Replicas that are not complete where they are going to stay where they come from. */
  public void stop() throws InterruptedException {
    change(settings -> with(settings, Stage.STOPPING));
  }

  private void change(ZooKeeperSession.Change change) throws InterruptedException {
    ClusterAddress address = coordination.address();
    coordination.update(
        e ->
            new AumbryException(
                ErrorCode.BAD_REQUEST, address + " cannot be told to rebalance: " + e, e),
        PropertyPathBuilder.clusterConfig(address.clusterName()),
        change);
  }

  public static Stage stage(ZNRecord settings) {
    return Optional.ofNullable(settings.getSimpleField(FIELD))
        .map(Stage::valueOf)
        .orElse(Stage.NONE);
  }

  static ZNRecord with(ZNRecord settings, Stage stage) {
    if (stage == Stage.NONE) {
      settings.getSimpleFields().remove(FIELD);
    } else {
      settings.setSimpleField(FIELD, stage.name());
    }
    return settings;
  }

  /** The next stage, unless somebody has said something else meanwhile. */
  public static ZNRecord with(ZNRecord settings, Stage from, Stage to) {
    return stage(settings) == from ? with(settings, to) : settings;
  }
}
