package io.aumbry.protocol.budget;

import io.aumbry.protocol.runtime.Mailbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The requests that wait for a part of a budget. Claims that have begun to grow come first, in
 * their order, because they give back all they hold once they are complete. Then comes the request
 * on the connection that would hold least, because one connection must not displace many. Guarded
 * by the lock of the budget.
 */
final class WaitQueue {
  /** A request for {@code amount} more; told through {@code granted}. */
  record Waiter(Claim claim, long amount, Mailbox<Boolean> granted) {
    boolean isGrowing() {
      return claim.held > 0;
    }

    /** The amount that the most specific group of the claim would hold. */
    long holdsAfter() {
      return amount + (claim.groups.isEmpty() ? 0 : claim.groups.getFirst().held());
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

  void add(Waiter waiter) {
    waiters.add(waiter);
  }

  boolean remove(Waiter waiter) {
    return waiters.remove(waiter);
  }

  /** The first in order that {@code fits} accepts; the oldest one among equals. */
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

  /** The growing claim that is nearest to its completion. */
  Optional<Claim> largestGrowing() {
    return waiters.stream()
        .map(Waiter::claim)
        .filter(claim -> claim.held > 0 && !claim.yielding)
        .max(Comparator.comparingLong(claim -> claim.held));
  }

  boolean isWaiting(Claim claim) {
    for (Waiter waiter : waiters) {
      if (waiter.claim() == claim) {
        return true;
      }
    }
    return false;
  }

  List<Waiter> all() {
    return waiters;
  }
}
