package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.runtime.SystemRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * Sends small blobs that arrive close together to the same partition, so that its replicas write,
 * sync and acknowledge them as a group. A turn is short, so blobs still spread evenly over time.
 * Large blobs gain nothing from this and are ignored.
 *
 * <p>Turns end when the clock reaches a multiple of {@link #SPAN}. All processes therefore begin
 * the turns of a span at about the same time, and can choose the same partitions by the same random
 * numbers.
 */
public final class PartitionTurns {
  /** Size of a turn. */
  static final int BYTES = 1 << 20;

  /** The least that a blob takes of a turn; limits a turn to 64 blobs. */
  static final int LEAST = BYTES / 64;

  /** The largest small blob. */
  static final int SMALL = BYTES / 4;

  static final Duration SPAN = Duration.ofMillis(100);

  /** More turns than a span can have. */
  private static final int NUMBER_BITS = 20;

  private final AtomicReference<Optional<Turn>> current = new AtomicReference<>(Optional.empty());

  /**
   * A turn.
   *
   * @param span the number of spans since the epoch
   * @param number of turns before it in the same span
   */
  private record Turn(Partition partition, long span, int number, AtomicInteger left) {
    boolean takes(int cost, long nowSpan) {
      return span == nowSpan && left.addAndGet(-cost) >= 0;
    }
  }

  public static boolean isSmall(int size) {
    return size <= SMALL;
  }

  /** The partition of the current turn, if the turn has room for {@code size} bytes. */
  public Optional<Partition> join(int size, long wallMillis) {
    return current
        .get()
        .filter(turn -> isSmall(size) && turn.takes(cost(size), span(wallMillis)))
        .map(Turn::partition);
  }

  /** Random numbers for the next turn, which are the same in all processes with the same clock. */
  public RandomGenerator shared(long wallMillis) {
    long span = span(wallMillis);
    return SystemRandom.seeded((span << NUMBER_BITS) + number(span));
  }

  /** Begins a turn with a small blob. */
  public void begin(Partition partition, int size, long wallMillis) {
    if (isSmall(size)) {
      long span = span(wallMillis);
      AtomicInteger left = new AtomicInteger(BYTES - cost(size));
      current.set(Optional.of(new Turn(partition, span, number(span), left)));
    }
  }

  private int number(long span) {
    return current
        .get()
        .filter(last -> last.span() == span)
        .map(last -> last.number() + 1)
        .orElse(0);
  }

  private static long span(long wallMillis) {
    return Math.floorDiv(wallMillis, SPAN.toMillis());
  }

  private static int cost(int size) {
    return Math.max(size, LEAST);
  }
}
