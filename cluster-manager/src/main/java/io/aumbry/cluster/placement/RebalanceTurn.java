package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockTable;
import java.util.Optional;
import java.util.Set;

/**
 * What the locks of hosts allow a rebalance.
 *
 * @param locks empty if they cannot be read
 */
record RebalanceTurn(Optional<LockTable> locks) {
  /** The lock or the request of the rebalance. */
  Optional<HostLock> own() {
    return locks.flatMap(LockTable::ofRebalance);
  }

  /** The hosts that other activities have locked. */
  Set<String> locked() {
    return locks.<Set<String>>map(LockTable::heldByOthers).orElse(Set.of());
  }

  /** The hosts whose maintenance is under way. */
  Set<String> maintained() {
    return locks.<Set<String>>map(LockTable::maintained).orElse(Set.of());
  }

  /**
   * Whether moves of the rebalance may change a host: one of its lock, or as long as it has none,
   * one that no other activity has or awaits.
   */
  boolean mayChange(String host) {
    Optional<HostLock> held = own().filter(HostLock::isHeld);
    return held.isPresent()
        ? held.get().request().hosts().contains(host)
        : locks.filter(table -> table.queue(host).stream().allMatch(HostLock::isOfRebalance))
            .isPresent();
  }

  /**
   * Whether moves may begin under the own lock. They begin when it is granted, and later while no
   * other activity waits for one of its hosts.
   */
  boolean mayBegin() {
    return own()
        .filter(HostLock::isHeld)
        .filter(lock ->
            lock.isFresh()
                || lock.request().hosts().stream()
                    .noneMatch(host -> locks.orElseThrow().isAwaited(host)))
        .isPresent();
  }
}
