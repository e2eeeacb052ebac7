package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockService;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The place of the executor, which at most one process has at a time. It is a lock of the name
 * {@value MaintenanceExecutor#SEAT}, so the queue of locks chooses the successor. Hooks may run
 * while the place is held, and for {@link #HOOK_LEASE} after its last renewal.
 */
final class ExecutorSeat {
  static final Duration LEASE = Duration.ofSeconds(60);

  /** Hooks end before the lease of the seat does. A successor may then hold the seat. */
  static final Duration HOOK_LEASE = LEASE.minusSeconds(5);

  private static final Duration RENEWAL = Duration.ofSeconds(10);

  private final LockRequest request;
  private final MaintenanceExecutor.Tools tools;
  private final FreshNews news;
  private OptionalLong held = OptionalLong.empty();

  /** The request for the seat, also while it waits. */
  private OptionalLong waiting = OptionalLong.empty();

  private long renewedMillis;

  ExecutorSeat(String id, String owner, MaintenanceExecutor.Tools tools, FreshNews news) {
    this.request =
        new LockRequest(
            id, owner, "executor of maintenance", List.of(MaintenanceExecutor.SEAT), LEASE);
    this.tools = tools;
    this.news = news;
  }

  /** Takes the seat or renews it, if that is due. Ends all hooks while another one has it. */
  boolean isTaken() throws InterruptedException {
    long now = tools.time().wallMillis();
    if (held.isPresent() && now - renewedMillis < RENEWAL.toMillis() && now >= renewedMillis) {
      return true;
    }
    if (held.isPresent() && renew(held.getAsLong())) {
      return true;
    }
    held = OptionalLong.empty();
    LockAnswer answer = tools.locks().acquire(request, true);
    waiting =
        answer.lock().map(lock -> OptionalLong.of(lock.number())).orElseGet(OptionalLong::empty);
    if (!answer.isHeld()) {
      news.accept("stands by behind " + answer.ahead().getFirst().request().owner());
      endHooks();
      return false;
    }
    // It may have been granted long ago, if that answer was lost.
    if (renew(waiting.getAsLong())) {
      held = waiting;
      tools.hooks().actAs(held.getAsLong());
      news.accept("executes maintenance as number " + held.getAsLong());
      return true;
    }
    endHooks();
    return false;
  }

  private boolean renew(long number) throws InterruptedException {
    long now = tools.time().wallMillis();
    long hooksEnd = tools.time().monotonicNanos() + HOOK_LEASE.toNanos();
    boolean isHeld = isRenewed(tools.locks(), number);
    if (isHeld) {
      renewedMillis = now;
      tools.hooks().allowUntil(hooksEnd);
    }
    return isHeld;
  }

  /** Whether a lock is still held, with its lease from now. */
  static boolean isRenewed(LockService locks, long number) throws InterruptedException {
    try {
      locks.renew(number, Optional.empty());
      return true;
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** The fencing number of the executor, which has the seat. */
  long number() {
    return held.orElseThrow();
  }

  /** Gives the seat, or the place in the queue for it, to the next executor. Ends its hooks. */
  void close() throws InterruptedException {
    endHooks();
    OptionalLong place = held.isPresent() ? held : waiting;
    if (place.isPresent()) {
      tools.locks().release(place.getAsLong());
    }
  }

  private void endHooks() {
    tools.hooks().allowUntil(tools.time().monotonicNanos());
    tools.hooks().stopAll();
  }
}
