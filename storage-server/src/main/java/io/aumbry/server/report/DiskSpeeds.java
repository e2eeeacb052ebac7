package io.aumbry.server.report;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.ReplicaDisk;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures how fast each disk of a node writes durably. A measurement writes and syncs a file of
 * {@value #SIZE} bytes {@value #RUNS} times. The fastest run of the last {@value #KEPT}
 * measurements counts, because requests and the start of the process slow others. A disk that is
 * sealed or has failed has no speed.
 */
public final class DiskSpeeds {
  /** The period of the first {@value #FIRST} measurements. */
  public static final Duration PERIOD = Duration.ofSeconds(10);

  static final int SIZE = 1 << 20;
  static final int RUNS = 3;
  static final int KEPT = 5;
  static final int FIRST = 12;

  /** Periods between later measurements, which spare the disks. */
  static final int LATER = 60;

  private static final String NOTE = "speed";
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<ReplicaDisk> disks;
  private final Time time;

  /** The last measurements; used by the caller of {@link #measure} only. */
  private final Deque<List<Long>> last = new ArrayDeque<>();

  private int calls;
  private volatile List<Long> known = List.of();

  private final byte[] content = incompressible();

  /**
   * Speeds that are not measured yet.
   *
   * @param disks of a node
   */
  public DiskSpeeds(List<? extends ReplicaDisk> disks, Time time) {
    this.disks = List.copyOf(disks);
    this.time = time;
  }

  /** No file system makes it smaller. After G. Marsaglia, Xorshift RNGs, 2003. */
  private static byte[] incompressible() {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE);
    long next = SIZE;
    while (bytes.hasRemaining()) {
      next ^= next << 13;
      next ^= next >>> 7;
      next ^= next << 17;
      bytes.putLong(next);
    }
    return bytes.array();
  }

  /** Measures one disk after another, if it is time. To be called once per {@link #PERIOD}. */
  public void measure() {
    boolean isDue = calls < FIRST || calls % LATER == 0;
    calls++;
    if (isDue) {
      last.addLast(disks.stream().map(this::speed).toList());
      if (last.size() > KEPT) {
        last.removeFirst();
      }
      known = IntStream.range(0, disks.size()).mapToObj(this::fastest).toList();
    }
  }

  /** Once a disk cannot be measured, its earlier measurements do not count. */
  private long fastest(int disk) {
    long best = DiskReport.UNKNOWN;
    for (List<Long> measurement : last) {
      long speed = measurement.get(disk);
      best = speed == DiskReport.UNKNOWN ? DiskReport.UNKNOWN : Math.max(best, speed);
    }
    return best;
  }

  private long speed(ReplicaDisk disk) {
    try {
      if (!disk.isHealthy() || disk.isSealed()) {
        return DiskReport.UNKNOWN;
      }
      long best = 0;
      for (int run = 0; run < RUNS; run++) {
        long begun = time.monotonicNanos();
        disk.writeNote(NOTE, ByteBuffer.wrap(content), true);
        long nanos = Math.max(1, time.monotonicNanos() - begun);
        best = Math.max(best, (long) (SIZE * NANOS_PER_SECOND / nanos));
      }
      disk.deleteNote(NOTE);
      return best;
    } catch (AumbryException failed) {
      return DiskReport.UNKNOWN;
    }
  }

  /** In bytes per second, in the order of the disks. Empty before the first measurement. */
  public List<Long> bytesPerSecond() {
    return known;
  }
}
