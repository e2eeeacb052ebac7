package io.aumbry.server.report;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.ReplicaDisk;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Measures how fast each disk of a node writes durably. A measurement writes and syncs a file of
 * {@value #SIZE} bytes {@value #RUNS} times, and the fastest of them counts, because requests may
 * have slowed the others. A disk that is sealed or has failed has no speed.
 */
public final class DiskSpeeds {
  /** A host that recovers after an upgrade is measured more than once in its time. */
  public static final Duration PERIOD = Duration.ofMinutes(1);

  static final int SIZE = 1 << 20;
  static final int RUNS = 3;
  private static final String NOTE = "speed";
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<ReplicaDisk> disks;
  private final Time time;
  private volatile List<Long> known = List.of();

  /** Random, so that no file system makes it smaller. */
  private final byte[] content = new byte[SIZE];

  /**
   * Speeds that are not measured yet.
   *
   * @param disks of a node
   */
  public DiskSpeeds(List<? extends ReplicaDisk> disks, Time time) {
    this.disks = List.copyOf(disks);
    this.time = time;
    new Random(SIZE).nextBytes(content);
  }

  /** Measures one disk after another. To be called once per {@link #PERIOD}. */
  public void measure() {
    known = disks.stream().map(this::speed).toList();
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
