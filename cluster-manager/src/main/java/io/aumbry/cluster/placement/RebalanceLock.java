package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the lock of a rebalance in its turn, and gives it back. Each call does one step, from the
 * locks as they were read. Nothing is kept that another controller needs to continue. Used by one
 * thread.
 *
 * <p>A rebalance has one lock or request at a time, of the hosts that its next moves change. It
 * prefers moves between hosts that are free, and queues for the two hosts of one move when there
 * are no others. It keeps the lock while replicas leave its hosts.
 */
final class RebalanceLock {
  private static final Logger LOG = LoggerFactory.getLogger(RebalanceLock.class);

  /** A fraction of the time after which a request loses its place. */
  private static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(5);

  /** A fraction of the lease. */
  private static final Duration BETWEEN_RENEWALS = Duration.ofMinutes(1);

  /** Writes the planned moves under the lock with this number. */
  interface Begin {
    void under(long number) throws InterruptedException;
  }

  private final HostLocks locks;
  private final Time time;

  /** The number of the lock that was renewed last, and when. */
  private long renewed;

  private long renewedNanos;

  /** When a request was last made that was not granted. */
  private Optional<Long> askedNanos = Optional.empty();

  RebalanceLock(HostLocks locks, Time time) {
    this.locks = locks;
    this.time = time;
  }

  /**
   * Does what is due.
   *
   * @param isLeaving whether a replica leaves a host of the own lock
   * @return whether the locks have changed, so that the caller reads and plans again
   */
  boolean advance(RebalanceTurn turn, Plan plan, boolean isLeaving, Begin begin)
      throws InterruptedException {
    Optional<HostLock> own = turn.own();
    if (own.isEmpty()) {
      return !plan.hosts().isEmpty()
          && request(LockRequest.ofRebalance(plan.hosts()), plan.moves().isEmpty());
    }
    HostLock lock = own.get();
    return lock.isHeld()
        ? use(lock, !plan.moves().isEmpty() && turn.mayBegin(), isLeaving, begin)
        : await(lock, turn, plan);
  }

  /**
   * Whether the lock was granted, or others have taken one of the hosts since the locks were read.
   */
  private boolean request(LockRequest request, boolean mayWait) throws InterruptedException {
    long now = time.monotonicNanos();
    if (askedNanos.filter(at -> now - at < BETWEEN_REQUESTS.toNanos()).isPresent()) {
      return false;
    }
    askedNanos = Optional.of(now);
    LockAnswer answer = locks.acquire(request, mayWait);
    if (answer.isHeld()) {
      askedNanos = Optional.empty();
      LOG.atInfo()
          .addKeyValue("hosts", request.hosts())
          .log("A rebalance has {}", answer.lock().orElseThrow());
    }
    return answer.isHeld() || !mayWait;
  }

  /** Leaves the queue if nothing is left to wait for, or moves between other hosts can begin. */
  private boolean await(HostLock waiting, RebalanceTurn turn, Plan plan)
      throws InterruptedException {
    boolean isInVain = plan.hosts().isEmpty() || !(plan.moves().isEmpty() || turn.isNext());
    if (!isInVain) {
      return request(waiting.request(), true);
    }
    locks.end(waiting);
    askedNanos = Optional.empty();
    return true;
  }

  private boolean use(HostLock lock, boolean mayBegin, boolean isLeaving, Begin begin)
      throws InterruptedException {
    if (!mayBegin && !isLeaving) {
      locks.end(lock);
      return true;
    }
    try {
      if (mayBegin) {
        begin.under(lock.number());
      } else if (isRenewalDue(lock)) {
        locks.renew(lock.number(), Optional.empty());
        renewed(lock.number());
      }
      return mayBegin;
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      replace(lock, isLeaving);
      return true;
    }
  }

  /** The lease has run out. While replicas leave its hosts, takes them again if they are free. */
  private void replace(HostLock ended, boolean isLeaving) throws InterruptedException {
    if (isLeaving) {
      locks.acquire(ended.request(), false);
    } else {
      locks.end(ended);
    }
  }

  private boolean isRenewalDue(HostLock lock) {
    return renewed != lock.number()
        || time.monotonicNanos() - renewedNanos >= BETWEEN_RENEWALS.toNanos();
  }

  private void renewed(long number) {
    renewed = number;
    renewedNanos = time.monotonicNanos();
  }

  /**
   * Changes a record in the transaction that verifies the number of the lock, and renews it. A
   * controller that saw the lock before therefore does not end it.
   */
  void change(long number, String path, ZooKeeperSession.Change change)
      throws InterruptedException {
    locks.under(number, path, change);
    renewed(number);
  }
}
