package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
    AtomicBoolean again = new AtomicBoolean(true);
    Runnable placing =
        placing(
            config,
            manager,
            coordination,
            new LockSteps(Runnable::run, () -> again.set(true)),
            EARLY);
    while (again.getAndSet(false)) {
      placing.run();
    }
  }

  /** Placings of one controller, whose steps of the lock run on a thread of their own. */
  public static Runnable placing(
      ControllerConfig config,
      HelixManager manager,
      CoordinatorClient coordination,
      Executor lockSteps,
      Time time) {
    return placing(config, manager, coordination, new LockSteps(lockSteps, () -> {}), time);
  }

  private static Runnable placing(
      ControllerConfig config,
      HelixManager manager,
      CoordinatorClient coordination,
      LockSteps steps,
      Time time) {
    return new ReplicaPlacer(config, manager, new HostLocks(coordination), steps, time)::place;
  }
}
