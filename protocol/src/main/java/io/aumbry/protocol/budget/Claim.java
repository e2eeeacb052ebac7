package io.aumbry.protocol.budget;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/** The part of a budget that one request holds. A new claim is empty. */
public final class Claim implements AutoCloseable {
  private final Budget budget;
  private final Claimant claimant;
  private final boolean partial;

  /** The lock of the budget guards this field and the following ones. */
  List<Group> groups = List.of();

  long held;
  boolean joined;

  /** Number of its requests in the queue. */
  int waiting;

  boolean yielding;

  Claim(Budget budget, Claimant claimant, boolean partial) {
    this.budget = budget;
    this.claimant = claimant;
    this.partial = partial;
  }

  Claimant claimant() {
    return claimant;
  }

  /** Whether the claim was opened by {@link Budget#openPartial}. */
  boolean isPartial() {
    return partial;
  }

  public long held() {
    return budget.heldBy(this);
  }

  /** Takes {@code amount} more if there is room and no waiting request is overtaken. */
  public boolean tryGrow(long amount) {
    return budget.tryGrow(this, amount);
  }

  /**
   * As {@link #tryGrow}, but only while at most half of the budget is held. Meant for read-ahead.
   */
  public boolean tryGrowIfAmple(long amount) {
    return budget.isAmple(amount) && budget.tryGrow(this, amount);
  }

  /**
   * Takes {@code amount} more, or less if the claim would exceed the budget. Waits until {@code
   * limit} while the slowest claimants give way.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} if there was no room until {@code limit}
   */
  public void grow(long amount, Deadline limit, RequestContext context) {
    budget.grow(this, amount, limit.earlierOf(context.deadline()), context.carrier());
  }

  /**
   * Takes {@code amount} more without waiting.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} if there is no room
   */
  public Claim growNow(long amount) {
    budget.growNow(this, amount);
    return this;
  }

  /** Gives back the amount above {@code needed}. */
  public void shrinkTo(long needed) {
    budget.shrink(this, needed);
  }

  /** Gives everything back. Idempotent. */
  @Override
  public void close() {
    budget.close(this);
  }
}
