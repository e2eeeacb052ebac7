package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * A period in which no replica moves because a node is lost or added, and no partition is added. It
 * is stored in the settings of the cluster, so it survives restarts. Calls wait for ZooKeeper
 * without a time limit.
 */
public final class ClusterMaintenance {
  private static final String REASON = "AUMBRY_MAINTENANCE";

  private final CoordinatorClient coordination;

  public ClusterMaintenance(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public ClusterMaintenance(CoordinatorClient coordination) {
    this.coordination = coordination;
  }

  /**
   * Begins maintenance. Drains and moves in progress continue.
   *
   * @param reason for display; replaces an earlier one
   * @throws AumbryException {@code BAD_REQUEST} if the cluster does not exist
   */
  public void enter(String reason) throws InterruptedException {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("maintenance needs a reason");
    }
    change(Optional.of(reason));
  }

  /** Ends maintenance. Nodes absent for longer than the move delay are replaced at once. */
  public void leave() throws InterruptedException {
    change(Optional.empty());
  }

  public Optional<String> reason() throws InterruptedException {
    return coordination.call(
        this::failed, session -> session.read(path()).flatMap(ClusterMaintenance::reason));
  }

  private void change(Optional<String> reason) throws InterruptedException {
    coordination.update(this::failed, path(), settings -> with(settings, reason));
  }

  private String path() {
    return PropertyPathBuilder.clusterConfig(coordination.address().clusterName());
  }

  private AumbryException failed(Exception cause) {
    return new AumbryException(
        ErrorCode.BAD_REQUEST,
        "cannot change maintenance of " + coordination.address() + ": " + cause,
        cause);
  }

  public static Optional<String> reason(ZNRecord settings) {
    return Optional.ofNullable(settings.getSimpleField(REASON));
  }

  private static ZNRecord with(ZNRecord settings, Optional<String> reason) {
    reason.ifPresentOrElse(
        text -> settings.setSimpleField(REASON, text),
        () -> settings.getSimpleFields().remove(REASON));
    return settings;
  }
}
