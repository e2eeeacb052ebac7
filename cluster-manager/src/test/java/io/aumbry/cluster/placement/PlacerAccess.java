package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import org.apache.helix.HelixManager;

/** Placement for tests of other packages. */
public final class PlacerAccess {
  private static final Time EARLY =
      new Time() {
        private final Time system = new SystemTime();

        @Override
        public long wallMillis() {
          return 0;
        }

        @Override
        public long monotonicNanos() {
          return system.monotonicNanos();
        }
      };

  private PlacerAccess() {}

  /** Places as a new leader does. All leases have time left. */
  public static void place(
      ControllerConfig config, HelixManager manager, CoordinatorClient coordination) {
    new ReplicaPlacer(config, manager, new HostLocks(coordination), EARLY).place();
  }
}
