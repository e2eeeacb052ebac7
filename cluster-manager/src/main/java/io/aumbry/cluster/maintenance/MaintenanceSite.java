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

    /**
     * The reason why the replicas of a host are not proven to have all blobs that existed at a
     * time, or empty.
     */
    Optional<String> unproven(String host, long upToMillis);

    /** Asks for the proof that {@link #unproven} waits for. May be asked again. */
    void prove(String host, long upToMillis);

    /** The lock or request with an id. */
    Optional<HostLock> lock(String id);
  }

  Observed observe() throws InterruptedException;
}
