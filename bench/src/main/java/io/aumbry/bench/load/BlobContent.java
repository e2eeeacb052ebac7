package io.aumbry.bench.load;

import java.util.Arrays;

/**
 * Generates the content of every blob of a seed, as in the package's description. Immutable and
 * thread-safe.
 */
public final class BlobContent {
  /** Positions in calls must be multiples of this. */
  static final int BLOCK = 4096;

  private static final int STAMP = Long.BYTES;
  private static final int STARTS = 1 << 20;

  /** Longer than its starting points by a block, so that no block wraps around. */
  private final byte[] pattern = new byte[STARTS + BLOCK];

  private final long seed;

  public BlobContent(long seed) {
    this.seed = seed;
    for (int i = 0; i < pattern.length; i += Long.BYTES) {
      stamp(SplitMix.of(seed, i), pattern, i, Long.BYTES);
    }
  }

  public long seed() {
    return seed;
  }

  /** Writes {@code length} bytes of a blob from {@code position} to the start of the target. */
  public void fill(long number, long position, byte[] target, int length) {
    check(position);
    for (int at = 0; at < length; at += BLOCK) {
      int size = Math.min(BLOCK, length - at);
      long stamp = stamp(number, position + at);
      stamp(stamp, target, at, Math.min(STAMP, size));
      if (size > STAMP) {
        System.arraycopy(pattern, start(stamp) + STAMP, target, at + STAMP, size - STAMP);
      }
    }
  }

  /**
   * Compares the first {@code length} bytes of {@code read} with the blob from {@code position}.
   *
   * @return the index of the first difference, or -1
   */
  public int mismatch(long number, long position, byte[] read, int length) {
    check(position);
    byte[] expected = new byte[STAMP];
    for (int at = 0; at < length; at += BLOCK) {
      int size = Math.min(BLOCK, length - at);
      long stamp = stamp(number, position + at);
      int stamped = Math.min(STAMP, size);
      stamp(stamp, expected, 0, stamped);
      int wrong = Arrays.mismatch(expected, 0, stamped, read, at, at + stamped);
      if (wrong >= 0) {
        return at + wrong;
      }
      int from = start(stamp) + STAMP;
      int rest = size - stamped;
      wrong = Arrays.mismatch(pattern, from, from + rest, read, at + stamped, at + size);
      if (wrong >= 0) {
        return at + stamped + wrong;
      }
    }
    return -1;
  }

  private long stamp(long number, long position) {
    return SplitMix.of(seed, number, position / BLOCK);
  }

  private static int start(long stamp) {
    return (int) (stamp & (STARTS - 1));
  }

  private static void stamp(long stamp, byte[] target, int at, int length) {
    for (int i = 0; i < length; i++) {
      target[at + i] = (byte) (stamp >>> (56 - 8 * i));
    }
  }

  private static void check(long position) {
    if (position < 0 || position % BLOCK != 0) {
      throw new IllegalArgumentException("position must be a multiple of 4096, not " + position);
    }
  }
}
