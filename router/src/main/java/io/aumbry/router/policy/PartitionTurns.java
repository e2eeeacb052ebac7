package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends small blobs that arrive close together to the same partition, so that its replicas write,
 * sync and acknowledge them as a group. A turn is short, so blobs still spread evenly over time.
 * Large blobs gain nothing from this and are ignored.
 */
public final class PartitionTurns {
  /** Size of a turn. */
  static final int BYTES = 1 << 20;

  /** The least that a blob takes of a turn; limits a turn to 64 blobs. */
  static final int LEAST = BYTES / 64;

  /** The largest small blob. */
  static final int SMALL = BYTES / 4;

  static final Duration SPAN = Duration.ofMillis(100);

  private final AtomicReference<Optional<Turn>> current = new AtomicReference<>(Optional.empty());

  private record Turn(Partition partition, long endNanos, AtomicInteger left) {
    boolean takes(int cost, long nowNanos) {
      return nowNanos - endNanos < 0 && left.addAndGet(-cost) >= 0;
    }
  }

  /** The partition of the current turn, if the turn has room for {@code size} bytes. */
  public Optional<Partition> join(int size, long nowNanos) {
    return current
        .get()
        .filter(turn -> size <= SMALL && turn.takes(cost(size), nowNanos))
        .map(Turn::partition);
  }

  /** Begins a turn with a small blob. */
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
