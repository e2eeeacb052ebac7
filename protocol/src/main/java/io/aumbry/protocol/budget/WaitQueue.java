package io.aumbry.protocol.budget;

import io.aumbry.protocol.runtime.Mailbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The requests that wait for room in a budget. Growing claims come first, in their order, because
 * they give everything back when they complete. Then comes the request on the connection that would
 * hold least. If the queue is full, a request of the connection that holds and awaits most has to
 * leave. The lock of the budget guards it.
 */
final class WaitQueue {
  static final int MOST_WAITING = 512;

  /**
   * A request for {@code amount} more. {@code granted} receives false if the request has to leave.
   */
  record Waiter(Claim claim, long amount, Mailbox<Boolean> granted) {
    boolean isGrowing() {
      return claim.held > 0;
    }

    /** The amount that the most specific group of the claim would hold. */
    long holdsAfter() {
      return amount + (claim.groups.isEmpty() ? 0 : claim.groups.getFirst().held());
    }

    /** The amount that the most specific group of the claim holds or waits for. */
    private long demand() {
      return claim.groups.isEmpty() ? 0 : claim.groups.getFirst().demand();
    }
  }

  private static final Comparator<Waiter> ORDER =
      Comparator.comparing((Waiter waiter) -> !waiter.isGrowing())
          .thenComparingLong(waiter -> waiter.isGrowing() ? 0 : waiter.holdsAfter());

  private final List<Waiter> waiters = new ArrayList<>();

  int size() {
    return waiters.size();
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /** Adds a request. Returns the request that has to leave if the queue is full. */
  Optional<Waiter> add(Waiter waiter) {
    waiters.add(waiter);
    note(waiter, 1);
    if (waiters.size() <= MOST_WAITING) {
      return Optional.empty();
    }
    Waiter leaves = waiter;
    for (Waiter each : waiters) {
      if (each.demand() > leaves.demand()) {
        leaves = each;
      }
    }
    remove(leaves);
    return Optional.of(leaves);
  }

  boolean remove(Waiter waiter) {
    boolean removed = waiters.remove(waiter);
    if (removed) {
      note(waiter, -1);
    }
    return removed;
  }

  private static void note(Waiter waiter, int sign) {
    waiter.claim.waiting += sign;
    for (int i = 0; i < waiter.claim.groups.size(); i++) {
      waiter.claim.groups.get(i).addWaiting(sign * waiter.amount);
    }
  }

  /** The first in order that {@code fits} accepts, the oldest among equals. */
  Optional<Waiter> first(Predicate<Waiter> fits) {
    Optional<Waiter> best = Optional.empty();
    for (Waiter waiter : waiters) {
      boolean isBefore = best.isEmpty() || ORDER.compare(waiter, best.get()) < 0;
      if (isBefore && fits.test(waiter)) {
        best = Optional.of(waiter);
      }
    }
    return best;
  }

  /** The growing claim that is nearest to completion. */
  Optional<Claim> largestGrowing() {
    return waiters.stream()
        .map(Waiter::claim)
        .filter(claim -> claim.held > 0 && !claim.yielding)
        .max(Comparator.comparingLong(claim -> claim.held));
  }

  List<Waiter> first(int most) {
    return new ArrayList<>(waiters.subList(0, Math.min(waiters.size(), most)));
  }
}
