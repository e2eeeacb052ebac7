package io.aumbry.server.report;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replication.NodeEnvironment;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Caches the capacity and the sealed flag of each disk, which only the disk itself can tell. A
 * hanging disk answers late. One thread at a time therefore asks all disks, when the cached values
 * are older than {@link #FRESH}. A caller waits for at most {@link #PATIENCE}, and then gets the
 * cached values.
 */
final class DiskFigures {
  private static final Duration FRESH = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final List<ReplicaDisk> disks;
  private final NodeEnvironment environment;
  private final Queue<Mailbox<Boolean>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile Known known;

  DiskFigures(List<ReplicaDisk> disks, NodeEnvironment environment) {
    this.disks = disks;
    this.environment = environment;
    this.known = new Known(time().monotonicNanos() - FRESH.toNanos(), Map.of());
  }

  /**
   * Values of one disk.
   *
   * @param capacityBytes or {@link DiskReport#UNKNOWN}
   */
  record Figure(long capacityBytes, boolean sealed) {
    static final Figure UNKNOWN = new Figure(DiskReport.UNKNOWN, false);
  }

  private record Known(long atNanos, Map<ReplicaDisk, Figure> figures) {}

  /**
   * Returns the values of all disks that were asked, at most a few seconds old if the disks answer.
   */
  Map<ReplicaDisk, Figure> current(RequestContext context) {
    if (time().monotonicNanos() - known.atNanos() >= FRESH.toNanos()) {
      Mailbox<Boolean> looked = new Mailbox<>();
      waiting.add(looked);
      if (looking.compareAndSet(false, true)) {
        environment.threads().start("disk-figures", this::look);
      }
      Deadline patience = Deadline.after(PATIENCE, time());
      looked.take(patience.earlierOf(context.deadline()), context.carrier());
    }
    return known.figures();
  }

  private void look() {
    try {
      Map<ReplicaDisk, Figure> figures = new HashMap<>();
      for (ReplicaDisk disk : disks) {
        figures.put(disk, disk.isHealthy() ? ask(disk) : Figure.UNKNOWN);
      }
      known = new Known(time().monotonicNanos(), Map.copyOf(figures));
    } finally {
      // A caller that adds itself after the loop below sees the flag cleared, and starts a new
      // look.
      looking.set(false);
      for (Mailbox<Boolean> each = waiting.poll(); each != null; each = waiting.poll()) {
        each.post(true);
      }
    }
  }

  private static Figure ask(ReplicaDisk disk) {
    try {
      return new Figure(disk.capacity(), disk.isSealed());
    } catch (AumbryException failed) {
      return Figure.UNKNOWN;
    }
  }

  private Time time() {
    return environment.carrier().time();
  }
}
