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
 * Tells waiting pulls that a partition has new records, or can be pulled from at last. Whoever has
 * made a record durable announces it; that costs a look at a short list when nobody waits.
 */
public final class Arrivals {
  private final int limit;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();

  private volatile boolean ended;

  /** Lets so many pulls wait at once. */
  public Arrivals(int limit) {
    this.limit = limit;
  }

  /** There is something new in {@code partition}. Callable from any thread. */
  public void announce(int partition) {
    for (Watch watch : watches) {
      if (watch.partitions.contains(partition)) {
        watch.wake();
      }
    }
  }

  /**
   * Watches from now on; nothing announced between this and {@link Watch#await} is missed.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} when too many wait already
   */
  Watch watch(Set<Integer> partitions) {
    if (watches.size() >= limit) {
      throw new AumbryException(
          ErrorCode.OVERLOADED, "As many pulls wait here as may, the limit is " + limit);
    }
    Watch watch = new Watch(partitions);
    watches.add(watch);
    if (ended) {
      watch.wake();
    }
    return watch;
  }

  /** Nobody waits any more, now and from now on. */
  public void end() {
    ended = true;
    watches.forEach(Watch::wake);
  }

  /** One waiting pull. */
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

    /** Waits for an announcement or the deadline of {@code context}. */
    void await(RequestContext context) {
      woken.take(context.deadline(), context.carrier());
    }

    @Override
    public void close() {
      watches.remove(this);
    }
  }
}
