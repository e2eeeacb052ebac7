package io.aumbry.cluster.lock;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The locks of all hosts of a data centre, and the requests that wait for one. Immutable: each
 * change gives another table, from the state before and the time.
 *
 * <p>All requests are in one order, that of their numbers. A request holds its lock when no earlier
 * one names any of its hosts. It therefore gets all of its hosts at once, each host serves in
 * order, and requests for overlapping sets cannot deadlock: each waits only for earlier ones.
 *
 * @param last the last number that was given. It never decreases
 * @param locks by number, ascending
 */
public record LockTable(long last, List<HostLock> locks) {
  public static final LockTable EMPTY = new LockTable(0, List.of());

  /** A waiting request loses its place if it is not repeated within this time. */
  public static final Duration PLACE = Duration.ofSeconds(60);

  /**
   * Place of a drain's request that one of its commands has withdrawn. Others repeat it in time.
   */
  static final Duration WITHDRAWN = Duration.ofSeconds(20);

  /**
   * Held and awaited ones, without those of drains. With {@link #MOST_HOSTS}, they fit into one
   * node of ZooKeeper.
   */
  static final int MOST_LOCKS = 200;

  /** The hosts of all locks together. */
  static final int MOST_HOSTS = 5_000;

  /** The hosts as which a drained node counts, because its lock names one only. */
  static final int DRAIN = 5;

  public LockTable {
    locks = List.copyOf(locks);
  }

  /** A change of the table, and its answer. */
  record Step<T>(LockTable after, T answer) {}

  /** Removes the locks whose lease has run out, and requests that lost their place. */
  public LockTable at(long nowMillis) {
    return new LockTable(last, locks.stream().filter(lock -> !lock.isEnded(nowMillis)).toList());
  }

  public Optional<HostLock> find(long number) {
    return locks.stream().filter(lock -> lock.number() == number).findFirst();
  }

  /** The lock or request with an id. */
  public Optional<HostLock> find(String id) {
    return locks.stream().filter(lock -> lock.request().id().equals(id)).findFirst();
  }

  /** The locks and requests of a host, in the order in which they get it. */
  public List<HostLock> queue(String host) {
    return locks.stream().filter(lock -> lock.request().hosts().contains(host)).toList();
  }

  /** Whether a request waits for a host. */
  public boolean isAwaited(String host) {
    return queue(host).stream().anyMatch(lock -> !lock.isHeld());
  }

  /** All hosts that are locked. */
  public SortedSet<String> held() {
    return hosts(HostLock::isHeld);
  }

  /** The hosts that a maintenance workflow has locked. */
  public SortedSet<String> maintained() {
    return hosts(lock -> lock.isHeld() && lock.request().isOfMaintenance());
  }

  /** The hosts that activities other than a rebalance have locked. */
  public SortedSet<String> heldByOthers() {
    return hosts(lock -> lock.isHeld() && !lock.isOfRebalance());
  }

  /** The lock or the request of a rebalance. */
  public Optional<HostLock> ofRebalance() {
    return locks.stream().filter(HostLock::isOfRebalance).findFirst();
  }

  private SortedSet<String> hosts(Predicate<HostLock> which) {
    return locks.stream()
        .filter(which)
        .flatMap(lock -> lock.request().hosts().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The number of requests that wait. */
  public int waiting() {
    return Math.toIntExact(locks.stream().filter(lock -> !lock.isHeld()).count());
  }

  public Optional<HostLock> holder(String host) {
    return queue(host).stream().filter(HostLock::isHeld).findFirst();
  }

  /** Whether a lock with a number is held, and drains a host. */
  public boolean drains(String host, long number) {
    return holder(host)
        .filter(lock -> lock.number() == number && lock.drained().contains(host))
        .isPresent();
  }

  /** Earlier locks and requests that share a host with this one. */
  public List<HostLock> ahead(HostLock lock) {
    return locks.stream()
        .filter(other -> other.number() < lock.number() && other.isSharing(lock.request().hosts()))
        .toList();
  }

  /**
   * Grants a lock if it is its turn. A repeated request keeps its number, and keeps its place for
   * another {@link #PLACE} if it waits.
   *
   * @param mayWait whether to queue behind others; otherwise a request that cannot be granted
   *     leaves nothing
   * @throws AumbryException {@code BAD_REQUEST} if the id has another request, or there are too
   *     many
   */
  Step<LockAnswer> acquire(LockRequest request, boolean mayWait, long nowMillis) {
    LockTable now = at(nowMillis);
    Optional<HostLock> own = now.find(request.id());
    if (own.isPresent() && !own.get().request().equals(request)) {
      throw refused(
          "request id %s belongs to %s, which differs".formatted(request.id(), own.get()));
    }
    long place = nowMillis + PLACE.toMillis();
    HostLock lock =
        own.orElseGet(
            () -> new HostLock(last + 1, request, false, nowMillis, place, new TreeSet<>()));
    if (lock.isHeld()) {
      return new Step<>(now, new LockAnswer(Optional.of(lock), List.of()));
    }
    List<HostLock> ahead = now.ahead(lock);
    if (!ahead.isEmpty() && !mayWait) {
      return new Step<>(now, new LockAnswer(own, ahead));
    }
    HostLock next = ahead.isEmpty() ? lock.held(nowMillis) : lock.until(place);
    LockTable after = own.isPresent() ? now.with(next) : now.and(next);
    return new Step<>(after, new LockAnswer(Optional.of(next), ahead));
  }

  private LockTable and(HostLock lock) {
    long others = locks.stream().filter(each -> !each.isOfDrain()).count();
    if (!lock.isOfDrain() && others >= MOST_LOCKS) {
      throw refused(
          "there are %d locks and waiting requests; the limit is %d".formatted(others, MOST_LOCKS));
    }
    int hosts = locks.stream().mapToInt(LockTable::weight).sum();
    if (hosts + weight(lock) > MOST_HOSTS) {
      throw refused(
          "locks and waiting requests name %d hosts; %d more would exceed the limit of %d. A drained"
                  .formatted(hosts, weight(lock), MOST_HOSTS)
              + " node counts as "
              + DRAIN);
    }
    List<HostLock> all = new ArrayList<>(locks);
    all.add(lock);
    return new LockTable(lock.number(), all);
  }

  private static int weight(HostLock lock) {
    return lock.isOfDrain() ? DRAIN : lock.request().hosts().size();
  }

  private LockTable with(HostLock changed) {
    return map(lock -> lock.number() == changed.number() ? changed : lock);
  }

  private LockTable map(UnaryOperator<HostLock> change) {
    return new LockTable(last, locks.stream().map(change).toList());
  }

  private LockTable without(HostLock ended) {
    return new LockTable(last, locks.stream().filter(lock -> !lock.equals(ended)).toList());
  }

  /**
   * The held lock with this fencing number.
   *
   * @throws AumbryException {@code NOT_FOUND} if it has ended, {@code CONFLICT} if it still waits
   */
  public HostLock require(long number) {
    HostLock lock = find(number).orElseThrow(() -> ended(number));
    if (!lock.isHeld()) {
      throw waiting(lock);
    }
    return lock;
  }

  /**
   * Lets a lease run from now.
   *
   * @param lease empty for that of the request
   * @throws AumbryException {@code NOT_FOUND} if the lock has ended, even if no other has followed;
   *     {@code CONFLICT} if it still waits
   */
  Step<HostLock> renew(long number, Optional<Duration> lease, long nowMillis) {
    LockTable now = at(nowMillis);
    HostLock lock = now.require(number);
    HostLock renewed = lock.until(nowMillis + lease.orElse(lock.request().lease()).toMillis());
    return now.renewed(renewed);
  }

  /**
   * Lets the lease of a lock run from now, because something is done under it. It also changes in
   * the millisecond of its grant, so {@link #end} of what another process saw has no effect.
   *
   * @throws AumbryException like {@link #renew}
   */
  Step<HostLock> use(long number, long nowMillis) {
    Step<HostLock> renewed = renew(number, Optional.empty(), nowMillis);
    HostLock lock = renewed.answer();
    return lock.isFresh() ? renewed.after().renewed(lock.until(lock.untilMillis() + 1)) : renewed;
  }

  private Step<HostLock> renewed(HostLock lock) {
    return new Step<>(with(lock), lock);
  }

  /**
   * Ends a lock, or withdraws a request that waits. No effect if it has ended.
   *
   * @return the lock as it was, or empty if it had ended
   * @throws AumbryException {@code CONFLICT} while a host is drained under it, {@code NOT_FOUND} if
   *     the number was never given
   */
  Step<Optional<HostLock>> release(long number, long nowMillis) {
    LockTable now = at(nowMillis);
    Optional<HostLock> lock = now.find(number);
    if (!wasGiven(number)) {
      throw ended(number);
    }
    lock.filter(each -> !each.drained().isEmpty())
        .ifPresent(each -> {
          throw new AumbryException(
              ErrorCode.CONFLICT,
              "%s is drained under %s; end the drain first"
                  .formatted(String.join(", ", each.drained()), each));
        });
    return new Step<>(lock.map(now::without).orElse(now), lock);
  }

  /**
   * Ends a lock, or withdraws a request, that is still as it was seen. No effect if it was renewed
   * or has changed otherwise, because another process then acts under it, or while it drains a
   * host.
   */
  LockTable end(HostLock seen) {
    return seen.drained().isEmpty() ? without(seen) : this;
  }

  /**
   * Withdraws a request that waits. That of a drain may be another command's too. It therefore
   * keeps a place for {@link #WITHDRAWN}, in which the other command repeats it.
   *
   * @return the lock if it is held. It stays
   */
  Step<Optional<HostLock>> withdraw(long number, long nowMillis) {
    LockTable now = at(nowMillis);
    Optional<HostLock> lock = now.find(number);
    Optional<HostLock> held = lock.filter(HostLock::isHeld);
    return new Step<>(
        held.isPresent() ? now : lock.map(each -> now.withdrawn(each, nowMillis)).orElse(now),
        held);
  }

  private LockTable withdrawn(HostLock lock, long nowMillis) {
    return lock.isOfDrain()
        ? with(lock.until(Math.min(lock.untilMillis(), nowMillis + WITHDRAWN.toMillis())))
        : without(lock);
  }

  /**
   * Begins to drain a host, under a lock of the drain itself. Does not begin it while another one
   * holds the host, or waits for it. Several drains of the same host have one request.
   *
   * @param mayWait whether to queue behind others
   */
  Step<LockAnswer> drain(String host, LockRequest request, boolean mayWait, long nowMillis) {
    LockTable now = at(nowMillis);
    Optional<HostLock> own = now.find(request.id());
    Optional<HostLock> begun = own.filter(HostLock::isHeld);
    if (begun.isPresent()) {
      return now.drain(host, begun.get());
    }
    Step<LockAnswer> acquired =
        acquire(own.map(HostLock::request).orElse(request), mayWait, nowMillis);
    LockAnswer answer = acquired.answer();
    return answer.isHeld() ? acquired.after().drain(host, answer.lock().orElseThrow()) : acquired;
  }

  /**
   * Repeats the request of a drain that waits.
   *
   * @param last the request in the last answer
   * @throws AumbryException {@code CONFLICT} if the drain was taken back meanwhile. A request that
   *     has lost its place queues again
   */
  Step<LockAnswer> drainAgain(HostLock last, long nowMillis) {
    String host = last.request().hosts().first();
    if (find(last.number()).isEmpty() && !last.isEnded(nowMillis)) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "the drain of %s did not begin: it was taken back while it waited".formatted(host));
    }
    return drain(host, last.request(), true, nowMillis);
  }

  /**
   * Begins to drain a host under an existing lock.
   *
   * @throws AumbryException {@code NOT_FOUND} if the lock has ended, {@code CONFLICT} if it still
   *     waits, {@code BAD_REQUEST} if it is of other hosts or of a rebalance
   */
  Step<LockAnswer> drain(String host, long number, long nowMillis) {
    LockTable now = at(nowMillis);
    HostLock lock = now.require(number);
    if (!lock.request().hosts().contains(host)) {
      throw refused(lock + " is not of " + host);
    }
    if (lock.isOfRebalance()) {
      throw refused(lock + " ends with its moves, so nothing is drained under it");
    }
    return now.drain(host, lock);
  }

  private Step<LockAnswer> drain(String host, HostLock lock) {
    SortedSet<String> drained = new TreeSet<>(lock.drained());
    drained.add(host);
    HostLock next = lock.withDrained(drained);
    return new Step<>(with(next), new LockAnswer(Optional.of(next), List.of()));
  }

  /** Ends the drain of a host, and the lock if it was that of the drain. */
  LockTable endDrain(String host) {
    List<HostLock> after = new ArrayList<>();
    for (HostLock lock : locks) {
      SortedSet<String> drained = new TreeSet<>(lock.drained());
      boolean was = drained.remove(host);
      if (!(was && lock.isOfDrain())) {
        after.add(was ? lock.withDrained(drained) : lock);
      }
    }
    return new LockTable(last, after);
  }

  /** Ends the drain of a host, or withdraws it if it waits. */
  LockTable stopDrain(String host) {
    LockTable after = endDrain(host);
    return after.queue(host).stream()
        .filter(HostLock::isOfDrain)
        .findFirst()
        .map(after::without)
        .orElse(after);
  }

  private boolean wasGiven(long number) {
    return number >= 1 && number <= last;
  }

  private AumbryException ended(long number) {
    return new AumbryException(
        ErrorCode.NOT_FOUND,
        wasGiven(number)
            ? "lock %d is not held: it was released, or its lease ran out".formatted(number)
            : "no lock has had the number %d; the last number is %d".formatted(number, last));
  }

  private AumbryException waiting(HostLock lock) {
    List<HostLock> ahead = ahead(lock);
    String why =
        ahead.isEmpty()
            ? "it is next, and gets the lock when its command asks again"
            : "it waits at place %d for %s"
                .formatted(
                    ahead.size(),
                    ahead.stream().map(HostLock::toString).collect(Collectors.joining(", ")));
    return new AumbryException(
        ErrorCode.CONFLICT, "lock %d is not held yet: %s".formatted(lock.number(), why));
  }

  private static AumbryException refused(String message) {
    return new AumbryException(ErrorCode.BAD_REQUEST, message);
  }
}
