package io.aumbry.protocol.budget;

import io.aumbry.protocol.budget.WaitQueue.Waiter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Chooses the claims that give way to waiting requests. Claimants below the slow rate go first, the
 * slowest before the others. A claimant that has only stalled briefly gives way to a request on a
 * connection that would hold less. A claim for which the process itself is working never gives way.
 */
final class YieldPolicy {
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Number of waiting requests that one search considers. */
  static final int MOST_WAITERS = 16;

  private final long slowRate;

  YieldPolicy(long slowRate) {
    this.slowRate = slowRate;
  }

  private record Candidate(Claim claim, long rate, long stalled) {}

  /** The limit that keeps a waiting request from its grant. */
  interface Obstacle {
    /** Whether the end of {@code claim} would help {@code waiter}. */
    boolean helps(Waiter waiter, Claim claim);
  }

  /** Chooses claims that together free the amount that the waiting requests need. */
  List<Claim> choose(List<Waiter> waiters, Collection<Claim> claims, Obstacle obstacle) {
    List<Candidate> candidates = candidates(claims);
    List<Claim> chosen = new ArrayList<>();
    for (Waiter waiter : waiters) {
      long missing = waiter.amount();
      for (Candidate each : candidates) {
        if (missing > 0 && mayYield(each, waiter) && obstacle.helps(waiter, each.claim)) {
          missing -= each.claim.held;
          each.claim.yielding = true;
          chosen.add(each.claim);
        }
      }
    }
    return chosen;
  }

  private static List<Candidate> candidates(Collection<Claim> claims) {
    List<Candidate> candidates = new ArrayList<>();
    for (Claim claim : claims) {
      long stalled = claim.yielding ? 0 : claim.claimant().stalledNanos();
      if (stalled > 0) {
        candidates.add(new Candidate(claim, claim.claimant().bytesPerSecond(), stalled));
      }
    }
    candidates.sort(
        Comparator.comparingLong(Candidate::rate)
            .thenComparing(Comparator.comparingLong(Candidate::stalled).reversed()));
    return candidates;
  }

  private boolean mayYield(Candidate candidate, Waiter waiter) {
    Claim claim = candidate.claim;
    if (claim.yielding || claim == waiter.claim()) {
      return false;
    }
    boolean holdsMore =
        !claim.groups.isEmpty() && claim.groups.getFirst().held() > waiter.holdsAfter();
    return candidate.rate < slowRate || (candidate.stalled >= STALL_NANOS && holdsMore);
  }
}
