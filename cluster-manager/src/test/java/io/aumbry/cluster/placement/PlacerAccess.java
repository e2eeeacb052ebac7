package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.runtime.SystemTime;
import org.apache.helix.HelixManager;

/** Placement for tests of other packages. */
public final class PlacerAccess {
  private PlacerAccess() {}

  /** Places as a new leader does. */
  public static void place(
      ControllerConfig config, HelixManager manager, CoordinatorClient coordination) {
    new ReplicaPlacer(config, manager, new HostLocks(coordination), new SystemTime()).place();
  }
}
