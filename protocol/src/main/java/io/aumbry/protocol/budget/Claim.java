package io.aumbry.protocol.budget;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/** A part of a budget that one request holds. It starts with nothing. */
public final class Claim implements AutoCloseable {
  private final Budget budget;
  private final Claimant claimant;
  private final boolean partial;

  /** Guarded by the lock of the budget from here on. */
  List<Group> groups = List.of();

  long held;
  boolean joined;

  /** Requests for more of it in the queue. */
  int waiting;

  /** Whether the claimant was told to give way. */
  boolean yielding;

  Claim(Budget budget, Claimant claimant, boolean partial) {
    this.budget = budget;
    this.claimant = claimant;
    this.partial = partial;
  }

  Claimant claimant() {
    return claimant;
  }

  /** Whether the claim belongs to the group that leaves one half of the budget to others. */
  boolean isPartial() {
    return partial;
  }

  /** The amount held now. */
  public long held() {
    return budget.heldBy(this);
  }

  /** Takes {@code amount} more if that is possible now without overtaking a waiting request. */
  public boolean tryGrow(long amount) {
    return budget.tryGrow(this, amount);
  }

  /** As {@link #tryGrow}, if at most half of the budget is held then. For work ahead of its use. */
  public boolean tryGrowIfAmple(long amount) {
    return budget.isAmple(amount) && budget.tryGrow(this, amount);
  }

  /**
   * Takes {@code amount} more, or whatever keeps the claim within the budget if that is less. Waits
   * until {@code limit}, while the slowest claimants give way.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} if the wait was in vain
   */
  public void grow(long amount, Deadline limit, RequestContext context) {
    budget.grow(this, amount, limit.earlierOf(context.deadline()), context.carrier());
  }

  /**
   * Takes {@code amount} more at once.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} if that is not possible
   */
  public Claim growNow(long amount) {
    budget.growNow(this, amount);
    return this;
  }

  /** Gives back the amount above {@code needed}. */
  public void shrinkTo(long needed) {
    budget.shrink(this, needed);
  }

  /** Gives all of it back. Idempotent. */
  @Override
  public void close() {
    budget.close(this);
  }
}
