package io.aumbry.cluster.lock;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits in the queue for a lock, by repeating its request. Used by one thread. */
public final class LockWait {
  /** A fraction of {@link LockTable#PLACE}, so that a slow ZooKeeper costs no place. */
  private static final Duration BETWEEN = Duration.ofSeconds(5);

  public interface Pause {
    void of(Duration span) throws InterruptedException;
  }

  /** A request that may be repeated until it is granted. */
  public interface Attempt {
    LockAnswer of(boolean mayWait) throws InterruptedException;

    /**
     * Repeats the request while it waits.
     *
     * @param last the request in the last answer
     */
    default LockAnswer again(HostLock last) throws InterruptedException {
      return of(true);
    }
  }

  private final HostLocks locks;
  private final Pause pause;
  private final Time time;

  public LockWait(HostLocks locks, Pause pause, Time time) {
    this.locks = locks;
    this.pause = pause;
    this.time = time;
  }

  /**
   * Requests a lock until it is held. The request is withdrawn when the time is over, unless it was
   * granted to a repetition meanwhile. It is also withdrawn when a repetition fails.
   *
   * @param most the time to wait; without it, the request does not queue
   * @param waiting gets the locks and requests ahead before each pause
   */
  public LockAnswer acquire(Attempt request, Duration most, Consumer<List<HostLock>> waiting)
      throws InterruptedException {
    Deadline end = Deadline.after(most, time);
    LockAnswer answer = request.of(!most.isZero());
    while (!answer.isHeld() && end.remaining(time).isPositive()) {
      waiting.accept(answer.ahead());
      Duration left = end.remaining(time);
      pause.of(left.compareTo(BETWEEN) < 0 ? left : BETWEEN);
      answer = again(request, answer.lock().orElseThrow());
    }
    if (answer.isHeld() || answer.lock().isEmpty() || most.isZero()) {
      return answer;
    }
    Optional<HostLock> granted = locks.withdraw(answer.lock().get().number());
    return granted.isPresent() ? new LockAnswer(granted, List.of()) : answer;
  }

  private LockAnswer again(Attempt request, HostLock last) throws InterruptedException {
    try {
      return request.again(last);
    } catch (RuntimeException e) {
      locks.withdraw(last.number());
      throw e;
    }
  }
}
