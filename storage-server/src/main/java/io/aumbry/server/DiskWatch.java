package io.aumbry.server;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.disk.DiskGuard;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Checks regularly whether a disk hangs, on a platform thread that never waits for a disk. It
 * starts before the disks are opened, because a disk may hang then.
 */
public final class DiskWatch implements AutoCloseable {
  private final List<DiskGuard> guards;
  private final Carrier carrier;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private volatile boolean closed;

  private DiskWatch(Collection<DiskGuard> guards, Carrier carrier) {
    this.guards = List.copyOf(guards);
    this.carrier = carrier;
  }

  public static DiskWatch start(Collection<DiskGuard> guards, Carrier carrier) {
    DiskWatch watch = new DiskWatch(guards, carrier);
    Thread.ofPlatform().daemon().name("disk-watch").start(watch::run);
    return watch;
  }

  private void run() {
    Duration interval =
        guards.stream().map(DiskGuard::interval).min(Duration::compareTo).orElseThrow();
    while (!closed) {
      stop.take(Deadline.after(interval, carrier.time()), carrier);
      guards.forEach(DiskGuard::look);
    }
  }

  /**
   * Stops the thread. To be called after the disks are closed, so that a hang during the close is
   * noticed.
   */
  @Override
  public void close() {
    closed = true;
    stop.post(true);
  }
}
