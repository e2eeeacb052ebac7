package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whose turn it is to take small blobs. Those that come close together go to one partition, whose
 * replicas write, sync and answer them together; a turn is short, so that over time chance spreads
 * blobs as evenly as if it were asked for each. Large blobs gain nothing from company and are not
 * concerned.
 */
public final class PartitionTurns {
  /** Of blobs in one turn. */
  static final int BYTES = 1 << 20;

  /** What a blob takes of a turn at least, so that a turn is at most 64 blobs. */
  static final int LEAST = BYTES / 64;

  /** A blob that would take more of a turn than this is not small. */
  static final int SMALL = BYTES / 4;

  static final Duration SPAN = Duration.ofMillis(100);

  private final AtomicReference<Optional<Turn>> current = new AtomicReference<>(Optional.empty());

  private record Turn(Partition partition, long endNanos, AtomicInteger left) {
    boolean takes(int cost, long nowNanos) {
      return nowNanos - endNanos < 0 && left.addAndGet(-cost) >= 0;
    }
  }

  /** The partition whose turn it is, if it may take a blob of {@code size} bytes too. */
  public Optional<Partition> join(int size, long nowNanos) {
    return current
        .get()
        .filter(turn -> size <= SMALL && turn.takes(cost(size), nowNanos))
        .map(Turn::partition);
  }

  /**
   * A blob of {@code size} bytes goes to {@code partition}, whose turn it now is if it is small.
   */
  public void begin(Partition partition, int size, long nowNanos) {
    if (size <= SMALL) {
      AtomicInteger left = new AtomicInteger(BYTES - cost(size));
      current.set(Optional.of(new Turn(partition, nowNanos + SPAN.toNanos(), left)));
    }
  }

  private static int cost(int size) {
    return Math.max(size, LEAST);
  }
}
