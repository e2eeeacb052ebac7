package io.aumbry.bench.load;

/** A hash for repeatable pseudo-random choices (SplitMix64's finalizer). */
public final class SplitMix {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private SplitMix() {}

  public static long of(long a, long b) {
    return finish(finish(a + GOLDEN) ^ (b * GOLDEN));
  }

  public static long of(long a, long b, long c) {
    return of(of(a, b), c);
  }

  private static long finish(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
