package io.aumbry.cluster.lock;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A lock of hosts, held or awaited.
 *
 * @param number the fencing number. On each host, every holder has a higher number than all holders
 *     before
 * @param isHeld false while the request waits for its turn
 * @param sinceMillis time of the grant, or of the request while it waits
 * @param untilMillis end of the lease, or of the place in the queue while it waits. Like {@code
 *     sinceMillis} by the clock of ZooKeeper's leader
 * @param drained hosts that are drained under this lock. While there are any, it does not end
 */
public record HostLock(
    long number,
    LockRequest request,
    boolean isHeld,
    long sinceMillis,
    long untilMillis,
    SortedSet<String> drained) {
  public HostLock {
    drained = Collections.unmodifiableSortedSet(new TreeSet<>(drained));
  }

  /** Whether the lease or the place in the queue has run out. */
  boolean isEnded(long nowMillis) {
    return drained.isEmpty() && nowMillis >= untilMillis;
  }

  boolean isSharing(SortedSet<String> hosts) {
    return request.hosts().stream().anyMatch(host -> hosts.contains(host));
  }

  /** Whether it ends with a drain and not with a lease. */
  public boolean isOfDrain() {
    return request.isOfDrain();
  }

  /** Whether it belongs to a rebalance, which takes no host down. */
  public boolean isOfRebalance() {
    return request.isOfRebalance();
  }

  /** Whether it is held and was not renewed since it was granted. */
  public boolean isFresh() {
    return isHeld && untilMillis == sinceMillis + request.lease().toMillis();
  }

  HostLock held(long nowMillis) {
    return new HostLock(
        number, request, true, nowMillis, nowMillis + request.lease().toMillis(), drained);
  }

  HostLock until(long millis) {
    return new HostLock(number, request, isHeld, sinceMillis, millis, drained);
  }

  HostLock withDrained(SortedSet<String> hosts) {
    return new HostLock(number, request, isHeld, sinceMillis, untilMillis, hosts);
  }

  /** The number, the owner and the purpose. */
  @Override
  public String toString() {
    return "lock %d of %s for %s".formatted(number, request.owner(), request.purpose());
  }
}
