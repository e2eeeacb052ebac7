package io.aumbry.server.report;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Caches the capacity and the sealed flag of each disk, which only the disk itself can tell. A
 * hanging disk answers late. A worker therefore asks all disks, when a caller finds the cached
 * values older than {@link #FRESH}. The caller waits for at most {@link #PATIENCE}, and then gets
 * the cached values.
 */
final class DiskFigures {
  private static final Duration FRESH = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Callers wake the worker, so it needs no short period. */
  private static final Duration PERIOD = Duration.ofMinutes(10);

  private final List<ReplicaDisk> disks;
  private final Time time;
  private final Worker worker;
  private final Queue<Mailbox<Boolean>> waiting = new ConcurrentLinkedQueue<>();
  private volatile Known known;

  DiskFigures(List<ReplicaDisk> disks, NodeEnvironment environment) {
    this.disks = disks;
    this.time = environment.carrier().time();
    this.worker = environment.workers().add("disk-figures", PERIOD, this::look);
    this.known = new Known(time.monotonicNanos() - FRESH.toNanos(), Map.of());
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
    if (time.monotonicNanos() - known.atNanos() >= FRESH.toNanos()) {
      Mailbox<Boolean> looked = new Mailbox<>();
      waiting.add(looked);
      worker.wake();
      Deadline patience = Deadline.after(PATIENCE, time);
      looked.take(patience.earlierOf(context.deadline()), context.carrier());
    }
    return known.figures();
  }

  private void look() {
    if (waiting.isEmpty()) {
      return;
    }
    try {
      Map<ReplicaDisk, Figure> figures = new HashMap<>();
      for (ReplicaDisk disk : disks) {
        figures.put(disk, disk.isHealthy() ? ask(disk) : Figure.UNKNOWN);
      }
      known = new Known(time.monotonicNanos(), Map.copyOf(figures));
    } finally {
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

  Worker worker() {
    return worker;
  }
}
