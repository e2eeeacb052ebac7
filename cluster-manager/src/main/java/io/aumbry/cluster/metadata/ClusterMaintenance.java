package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.Coordination;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * A time in which no replica is moved for a node that is lost or added, and no partition is added;
 * nodes that come back take up what they had. It outlives restarts of everything, since it is in
 * the settings of the cluster, with its reason. Each call waits for ZooKeeper, for as long as it
 * takes.
 */
public final class ClusterMaintenance {
  private static final String REASON = "AUMBRY_MAINTENANCE";

  private final Coordination coordination;

  public ClusterMaintenance(ClusterAddress address) {
    this(new Coordination(address));
  }

  public ClusterMaintenance(Coordination coordination) {
    this.coordination = coordination;
  }

  /**
   * From now on nothing is moved; a drain that goes on and what moves already are not held up.
   *
   * @param reason for people; replaces one that was given before
   * @throws AumbryException {@code BAD_REQUEST} when there is no such cluster
   */
  public void enter(String reason) throws InterruptedException {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("maintenance needs a reason");
    }
    change(Optional.of(reason));
  }

  /** Nodes that have been gone for longer than the delay are replaced at once. */
  public void leave() throws InterruptedException {
    change(Optional.empty());
  }

  /** The reason while it lasts. */
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
        "maintenance of " + coordination.address() + " cannot be changed: " + cause,
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
