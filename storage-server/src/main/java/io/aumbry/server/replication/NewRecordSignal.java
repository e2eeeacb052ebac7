package io.aumbry.server.replication;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes waiting pulls when a partition has new durable records, or can be pulled from at last. An
 * announcement is cheap when no pull waits.
 */
public final class NewRecordSignal {
  private final int limit;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();

  private volatile boolean ended;

  public NewRecordSignal(int limit) {
    this.limit = limit;
  }

  /** Any thread may call it. */
  public void announce(int partition) {
    for (Watch watch : watches) {
      if (watch.partitions.contains(partition)) {
        watch.wake();
      }
    }
  }

  /**
   * Starts to watch. No announcement between this call and {@link Watch#await} is missed.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} if too many pulls wait already
   */
  Watch watch(Set<Integer> partitions) {
    if (watches.size() >= limit) {
      throw new AumbryException(
          ErrorCode.OVERLOADED, "Too many waiting pulls, the limit is " + limit);
    }
    Watch watch = new Watch(partitions);
    watches.add(watch);
    if (ended) {
      watch.wake();
    }
    return watch;
  }

  /** Wakes all waiting pulls. Later ones do not wait. */
  public void end() {
    ended = true;
    watches.forEach(Watch::wake);
  }

  final class Watch implements AutoCloseable {
    private final Set<Integer> partitions;
    private final Mailbox<Boolean> woken = new Mailbox<>();
    private final AtomicBoolean awake = new AtomicBoolean();

    private Watch(Set<Integer> partitions) {
      this.partitions = partitions;
    }

    private void wake() {
      if (awake.compareAndSet(false, true)) {
        woken.post(true);
      }
    }

    /**
     * Waits for an announcement, at most until the deadline.
     *
     * @throws AumbryException {@code CLIENT_GONE} as soon as the puller has left: its statements
     *     may no longer hold, and its place is free for its next pull
     */
    void await(RequestContext context) {
      var _ = context.await(woken, context.deadline());
    }

    @Override
    public void close() {
      watches.remove(this);
    }
  }
}
