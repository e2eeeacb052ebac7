package io.aumbry.protocol.budget;

import io.aumbry.protocol.budget.WaitQueue.Waiter;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Claimant.Scope;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A bounded resource that the requests of a process share: bytes of memory, or slots.
 *
 * <ul>
 *   <li>The sum of all claims never exceeds the capacity.
 *   <li>A connection, an address and an identity hold at most their {@link Shares}. A single claim
 *       may exceed the share of its group.
 *   <li>A quarter of the capacity is reserved. Each connection may use it for its first few bytes,
 *       within the share of its address, so that small requests succeed while large ones wait. The
 *       growing claim that is nearest to completion may also use it, so that growing claims never
 *       deadlock.
 *   <li>A request that finds no room waits in the order of {@link WaitQueue}. While requests wait,
 *       the claims that {@link YieldPolicy} chooses give way.
 * </ul>
 *
 * <p>The lock guards all fields. It is held for a few instructions. While requests wait, it is also
 * held for one pass over all claims, at most every {@value #SEARCH_MILLIS} ms and for at most a
 * twentieth of the time.
 */
public final class Budget {
  private static final int SEARCH_MILLIS = 10;
  private static final long SEARCH_NANOS = TimeUnit.MILLISECONDS.toNanos(SEARCH_MILLIS);
  private static final int SEARCH_REST = 20;

  /**
   * The interval at which a waiting request looks for claims that can give way. The more requests
   * wait, the longer the interval.
   */
  private static final Duration PATIENCE = Duration.ofMillis(25);

  private static final int TURNS = 8;

  /** The part of the capacity that each connection may use of the reserved quarter. */
  private static final int ASSURED_FRACTION = 4096;

  /** The key of the group of all partial claims. */
  private static final Object PARTIAL = new Object();

  private static final int PARTIAL_PERCENT = 50;

  /** A group of several claimants reserves this part of its share for small requests. */
  private static final int RESERVED_FRACTION = 8;

  private static final List<Scope> SCOPES = List.of(Scope.values());

  private final String purpose;
  private final long capacity;
  private final long general;
  private final long assured;
  private final Shares shares;
  private final Time time;
  private final YieldPolicy search;
  private final OverloadPeriod overload;
  private final Object lock = new Object();
  private final Map<Object, Group> groups = new HashMap<>();
  private final Set<Claim> claims = new LinkedHashSet<>();
  private final WaitQueue waiters = new WaitQueue();
  private Optional<Claim> finisher = Optional.empty();
  private long held;
  private long nextSearch;
  private long refused;
  private long yielded;

  /**
   * Creates an unused budget.
   *
   * @param purpose name of the resource in messages, a plural
   */
  public Budget(String purpose, long capacity, Shares shares, Time time) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity for " + purpose + " is " + capacity);
    }
    this.purpose = purpose;
    this.capacity = capacity;
    this.general = capacity - capacity / 4;
    this.assured = Math.max(1, capacity / ASSURED_FRACTION);
    this.shares = shares;
    this.time = time;
    this.search = new YieldPolicy(shares.slowRate());
    this.overload = new OverloadPeriod(time);
    this.nextSearch = time.monotonicNanos();
  }

  private record GroupKey(Scope scope, Object id) {}

  public Claim open(Claimant claimant) {
    return new Claim(this, claimant, false);
  }

  /**
   * As {@link #open}. All claims opened with this method together leave half of the budget to
   * others.
   */
  public Claim openPartial(Claimant claimant) {
    return new Claim(this, claimant, true);
  }

  public long held() {
    synchronized (lock) {
      return held;
    }
  }

  public int waiting() {
    synchronized (lock) {
      return waiters.size();
    }
  }

  /** Number of requests refused since the start for lack of room. */
  public long refused() {
    synchronized (lock) {
      return refused;
    }
  }

  /** Number of claims told to give way since the start. */
  public long yielded() {
    synchronized (lock) {
      return yielded;
    }
  }

  /**
   * How long the budget has been refusing requests because it is exhausted as a whole. Refusals
   * because of a claimant's own share do not count, so that one claimant cannot make the process
   * look overloaded.
   */
  public Duration strained() {
    synchronized (lock) {
      return overload.length();
    }
  }

  long heldBy(Claim claim) {
    synchronized (lock) {
      return claim.held;
    }
  }

  boolean isAmple(long amount) {
    synchronized (lock) {
      return held + amount <= capacity / 2;
    }
  }

  boolean tryGrow(Claim claim, long amount) {
    synchronized (lock) {
      return take(claim, within(claim, amount));
    }
  }

  void growNow(Claim claim, long amount) {
    synchronized (lock) {
      if (amount <= capacity && take(claim, within(claim, amount))) {
        return;
      }
      join(claim);
    }
    relieve(Optional.of(new Waiter(claim, amount, new Mailbox<>())));
    throw refuse(claim, amount);
  }

  void grow(Claim claim, long amount, Deadline limit, Carrier carrier) {
    Waiter waiter;
    synchronized (lock) {
      long wanted = within(claim, amount);
      if (take(claim, wanted)) {
        return;
      }
      join(claim);
      waiter = new Waiter(claim, wanted, new Mailbox<>());
      waiters.add(waiter).ifPresent(leaving -> leaving.granted().post(false));
      admit();
    }
    Optional<Boolean> granted = lookAndWait(waiter, limit, carrier);
    while (granted.isEmpty() && !(limit.hasPassed(time) && withdraw(waiter))) {
      granted = lookAndWait(waiter, limit, carrier);
    }
    if (!granted.orElse(false)) {
      throw refuse(claim, amount);
    }
  }

  private Optional<Boolean> lookAndWait(Waiter waiter, Deadline limit, Carrier carrier) {
    relieve(Optional.empty());
    Duration pause = PATIENCE.multipliedBy(1 + waiting() / TURNS);
    Deadline next = Deadline.after(pause, time).earlierOf(limit);
    return waiter.granted().take(next, carrier);
  }

  /** Stops waiting. Returns false if the request was granted at the last moment. */
  private boolean withdraw(Waiter waiter) {
    synchronized (lock) {
      boolean waited = waiters.remove(waiter);
      admit();
      return waited;
    }
  }

  /** The amount, reduced so that the claim alone fits into the budget. */
  private long within(Claim claim, long amount) {
    return Math.max(0, Math.min(amount, general - claim.held));
  }

  private boolean take(Claim claim, long amount) {
    if (amount == 0) {
      return true;
    }
    join(claim);
    boolean overtakes = !waiters.isEmpty() && !isAssured(claim, amount) && !isFinisher(claim);
    if (overtakes || !fits(claim, amount)) {
      leaveIfEmpty(claim);
      return false;
    }
    add(claim, amount);
    return true;
  }

  private boolean fits(Claim claim, long amount) {
    if (held + amount > capacity) {
      return false;
    }
    boolean preferred = isAssured(claim, amount) || isFinisher(claim);
    return preferred || (held + amount <= general && obstacle(claim, amount).isEmpty());
  }

  /** The first group with a share that prevents the claim from growing. */
  private static Optional<Group> obstacle(Claim claim, long amount) {
    for (int i = 0; i < claim.groups.size(); i++) {
      Group group = claim.groups.get(i);
      if (!group.hasRoom(claim.held, amount)) {
        return Optional.of(group);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the claim stays within the bytes set aside for the small requests of each connection.
   */
  private boolean isAssured(Claim claim, long amount) {
    if (claim.groups.isEmpty() || claim.groups.getFirst().held() + amount > assured) {
      return false;
    }
    for (int i = 1; i < claim.groups.size(); i++) {
      if (!claim.groups.get(i).hasRoomForSmall(amount)) {
        return false;
      }
    }
    return true;
  }

  private boolean isFinisher(Claim claim) {
    return finisher.isPresent() && finisher.get() == claim;
  }

  private void add(Claim claim, long amount) {
    claim.held += amount;
    held += amount;
    for (int i = 0; i < claim.groups.size(); i++) {
      claim.groups.get(i).add(amount);
    }
  }

  private void join(Claim claim) {
    if (claim.joined) {
      return;
    }
    if (claim.claimant().equals(Claimant.internal()) && !claim.isPartial()) {
      claim.joined = true;
      return;
    }
    List<Group> joined = new ArrayList<>(SCOPES.size() + 1);
    for (Scope scope : SCOPES) {
      Optional<Object> key = claim.claimant().key(scope);
      if (key.isPresent()) {
        int reserved = joined.isEmpty() ? 0 : RESERVED_FRACTION;
        joined.add(group(new GroupKey(scope, key.get()), shares.percent(scope), reserved));
      }
    }
    if (claim.isPartial()) {
      joined.add(group(PARTIAL, PARTIAL_PERCENT, 0));
    }
    joined.forEach(Group::join);
    claim.groups = joined;
    claim.joined = true;
    claims.add(claim);
  }

  private Group group(Object key, int percent, int reservedFraction) {
    long limit = capacity / 100 * percent + capacity % 100 * percent / 100;
    long reserved = reservedFraction == 0 ? 0 : limit / reservedFraction;
    return groups.computeIfAbsent(key, made -> new Group(made, limit, reserved));
  }

  private void leaveIfEmpty(Claim claim) {
    if (claim.held == 0 && claim.joined && claim.waiting == 0) {
      for (int i = 0; i < claim.groups.size(); i++) {
        Group group = claim.groups.get(i);
        if (group.leave()) {
          groups.remove(group.key());
        }
      }
      claim.groups = List.of();
      claim.joined = false;
      claims.remove(claim);
    }
  }

  void shrink(Claim claim, long needed) {
    synchronized (lock) {
      long surplus = claim.held - needed;
      if (surplus > 0) {
        add(claim, -surplus);
        admit();
      }
    }
  }

  void close(Claim claim) {
    synchronized (lock) {
      add(claim, -claim.held);
      leaveIfEmpty(claim);
      if (isFinisher(claim)) {
        finisher = Optional.empty();
      }
      admit();
    }
  }

  private void admit() {
    while (!waiters.isEmpty()) {
      Optional<Waiter> next = waiters.first(waiter -> fits(waiter.claim(), waiter.amount()));
      if (next.isEmpty() && finisher.isEmpty()) {
        finisher = waiters.largestGrowing();
        next = waiters.first(waiter -> fits(waiter.claim(), waiter.amount()));
      }
      if (next.isEmpty()) {
        return;
      }
      grant(next.get());
    }
  }

  /** Posts with the lock held, so that a request that left the queue finds its grant. */
  private void grant(Waiter waiter) {
    waiters.remove(waiter);
    add(waiter.claim(), waiter.amount());
    waiter.granted().post(true);
  }

  /** Makes claims give way to {@code extra} and to the waiting requests. */
  private void relieve(Optional<Waiter> extra) {
    List<Claim> chosen;
    synchronized (lock) {
      long now = time.monotonicNanos();
      if (now - nextSearch < 0) {
        return;
      }
      List<Waiter> first = waiters.first(YieldPolicy.MOST_WAITERS);
      extra.ifPresent(waiter -> first.add(0, waiter));
      chosen = search.choose(first, claims, this::helps);
      yielded += chosen.size();
      long end = time.monotonicNanos();
      nextSearch = end + Math.max(SEARCH_NANOS, SEARCH_REST * (end - now));
    }
    String reason = "Others need the " + purpose + " that a slow request holds";
    chosen.forEach(claim -> claim.claimant().giveWay(reason));
  }

  private boolean helps(Waiter waiter, Claim claim) {
    return obstacle(waiter.claim(), waiter.amount())
        .map(group -> claim.groups.contains(group))
        .orElse(true);
  }

  /**
   * Refuses a claim and removes it from its groups. The message needs the groups, so they are left
   * last.
   */
  private AumbryException refuse(Claim claim, long amount) {
    synchronized (lock) {
      refused++;
      Optional<Group> share = obstacle(claim, amount);
      leaveIfEmpty(claim);
      if (share.isEmpty()) {
        overload.refused();
      }
      String bound =
          share
              .map(group -> "%d of its share of %d are held".formatted(group.held(), group.limit()))
              .orElse("%d of %d are held".formatted(held, capacity));
      return new AumbryException(
          ErrorCode.OVERLOADED,
          "No room for %d more %s: %s, %d requests wait"
              .formatted(amount, purpose, bound, waiters.size()));
    }
  }
}
