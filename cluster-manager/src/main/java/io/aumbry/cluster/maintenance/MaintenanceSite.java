package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.HostLock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;

/** The data centre that is maintained. */
public interface MaintenanceSite {
  /** Its state at one moment. */
  interface Observed {
    /**
     * Plans hosts of this data centre. Hosts that it does not know are left out. Without a lock, so
     * are hosts that others wait to lock.
     *
     * @param ownLock a lock of the hosts, which does not count
     */
    BatchPlan plan(SortedSet<String> hosts, OptionalLong ownLock, int mostPercent);

    /** The reason why a host is not whole, or empty. */
    Optional<String> missing(String host);

    /** The lock or request with an id. */
    Optional<HostLock> lock(String id);
  }

  Observed observe() throws InterruptedException;
}
