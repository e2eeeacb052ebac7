package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * An operator's request to give all nodes their fair shares, stored in the settings of the cluster.
 * The leading controller removes it when it is done. Calls wait for ZooKeeper without a time limit.
 */
public final class Rebalance {
  private static final String FIELD = "AUMBRY_REBALANCE";

  private final CoordinatorClient coordination;

  public enum Stage {
    /** No moves, except to an almost empty new node. */
    NONE,
    /** Replicas move, or will when nothing prevents it. */
    RUNNING,
    /** Incomplete moves are being reversed. */
    STOPPING,
    /** Stopped by an operator until the next begin. New nodes get no replicas. */
    STOPPED
  }

  public Rebalance(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public Rebalance(CoordinatorClient coordination) {
    this.coordination = coordination;
  }

  /**
   * Moves replicas until each node has its share.
   *
   * @throws AumbryException {@code BAD_REQUEST} if the cluster does not exist
   */
  public void begin() throws InterruptedException {
    change(settings -> with(settings, Stage.RUNNING));
  }

  /** Replicas that are incomplete at their new place stay at the old one. */
  public void stop() throws InterruptedException {
    change(settings -> with(settings, Stage.STOPPING));
  }

  private void change(ZooKeeperSession.Change change) throws InterruptedException {
    ClusterAddress address = coordination.address();
    coordination.update(
        e ->
            new AumbryException(
                ErrorCode.BAD_REQUEST, "cannot change rebalancing of " + address + ": " + e, e),
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

  public static ZNRecord with(ZNRecord settings, Stage from, Stage to) {
    return stage(settings) == from ? with(settings, to) : settings;
  }
}
