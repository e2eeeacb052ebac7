package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.machine.Machine;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;

/** The data centre that is maintained. */
public interface MaintenanceSite {
  /**
   * A replica that is not proven.
   *
   * @param waitsForPeer whether it cannot be done now, because a peer is away or incomplete
   */
  record Unproven(String why, boolean waitsForPeer) {}

  /** Its state at one moment. */
  interface Observed {
    /**
     * Plans hosts of this data centre. Hosts that it does not know are left out. Without a lock, so
     * are hosts that anyone waits to lock.
     *
     * @param ownLock a held lock of the hosts, which does not count
     */
    BatchPlan plan(SortedSet<String> hosts, OptionalLong ownLock, ImpactLimits limits);

    /** Whether no process of a host runs, so that the cluster loses nothing with it. */
    boolean isDown(String host);

    boolean hasStorageNode(String host);

    /** Whether a host is drained under a lock. */
    boolean isDrained(String host, long lock);

    /** The replicas that a host still has or may have, or empty if it reports that it has none. */
    Optional<String> remaining(String host);

    /** The replicas that the cluster lists for a host, or empty if there are none. */
    Optional<String> listed(String host);

    /** The reason why a host is not whole, or empty. A drain has no influence. */
    Optional<String> missing(String host);

    Machine machine(String host);

    /**
     * Finds a replica of a host that is not proven to have all blobs that existed at a time. The
     * answer counts after {@link #prove} only: earlier comparisons may have been by another clock.
     */
    Optional<Unproven> unproven(String host, long upToMillis);

    /**
     * Asks for proofs. May be repeated: what is under way or done goes on.
     *
     * @param upToMillis for each host, the time up to which its blobs are to be proven
     * @return the nodes that could not be asked, with the reason
     */
    Map<String, String> prove(SortedMap<String, Long> upToMillis);

    LockTable locks();
  }

  Observed observe() throws InterruptedException;

  /**
   * Lets all replicas move off a host that has a storage node. May be repeated.
   *
   * @param lock of the host, which then stays until the drain ends
   */
  void beginDrain(String host, long lock) throws InterruptedException;

  /** Lets a host have replicas again. No effect unless it is drained under the lock. */
  void endDrain(String host, long lock) throws InterruptedException;
}
