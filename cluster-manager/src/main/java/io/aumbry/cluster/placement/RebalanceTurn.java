package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockTable;
import java.util.Optional;
import java.util.Set;

/**
 * The changes that the locks of hosts allow a rebalance.
 *
 * @param recorded all locks. A request that waits is respected until a change removes it, whatever
 *     the clock of this process says. Empty if they cannot be read
 * @param locks those that have not ended by the clock of this process
 */
record RebalanceTurn(Optional<LockTable> recorded, Optional<LockTable> locks) {
  static RebalanceTurn of(Optional<LockTable> recorded, long nowMillis) {
    return new RebalanceTurn(recorded, recorded.map(table -> table.at(nowMillis)));
  }

  /** The lock or the request of the rebalance. */
  Optional<HostLock> own() {
    return recorded.flatMap(LockTable::ofRebalance);
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
   * Whether moves of the rebalance may change a host: one of its lock, or while it has none, one
   * that no other activity has or awaits.
   */
  boolean mayChange(String host) {
    Optional<HostLock> held = own().filter(HostLock::isHeld);
    return held.isPresent()
        ? held.get().request().hosts().contains(host)
        : recorded.filter(table -> isFree(host, table)).isPresent();
  }

  private static boolean isFree(String host, LockTable table) {
    return table.queue(host).stream().allMatch(HostLock::isOfRebalance);
  }

  /**
   * Whether moves may begin under the own lock. They begin when it is granted, and later while no
   * other activity waits for one of its hosts.
   */
  boolean mayBegin() {
    return own()
        .filter(HostLock::isHeld)
        .filter(lock -> lock.isFresh() || !isAwaited(lock))
        .isPresent();
  }

  /** Whether the request of the rebalance is the first of all of its hosts. */
  boolean isNext() {
    return own()
        .filter(waiting -> recorded.filter(table -> table.ahead(waiting).isEmpty()).isPresent())
        .isPresent();
  }

  private boolean isAwaited(HostLock lock) {
    LockTable table = recorded.orElseThrow();
    return lock.request().hosts().stream().anyMatch(table::isAwaited);
  }
}
