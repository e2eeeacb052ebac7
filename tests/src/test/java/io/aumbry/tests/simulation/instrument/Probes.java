package io.aumbry.tests.simulation.instrument;

import java.util.Arrays;

/**
 * Counters of the rewritten classes of this JVM. All threads share them, so that runs that want
 * exact counts must not run side by side.
 */
public final class Probes {
  /** Asks for exact counts, which cost more than marks when several threads run. */
  static final String COUNTING = "aumbry.probes.counting";

  private static final boolean IS_COUNTING = Boolean.getBoolean(COUNTING);
  private static final int[] HITS = new int[ProbeMap.ofClassPath().probes().size()];

  /** Probes of which each run is told that it has reached them. */
  private static final boolean[] WATCHED = new boolean[HITS.length];

  /** Whether a watched probe was reached; {@link #HITS} of it stays 0 in a JVM that marks. */
  private static final boolean[] REACHED = new boolean[HITS.length];

  private Probes() {}

  /**
   * Called by rewritten code. A mark is written once only: two threads that kept writing to the
   * same cache line would slow each other down.
   */
  public static void hit(int probe) {
    if (IS_COUNTING) {
      HITS[probe]++;
    } else if (HITS[probe] == 0) {
      mark(probe);
    }
  }

  private static void mark(int probe) {
    if (WATCHED[probe]) {
      REACHED[probe] = true;
      CodeWatch.reaches(probe);
    } else {
      HITS[probe] = 1;
    }
  }

  /** Has each run told that it reaches this probe; to be called before the first run. */
  static void watch(int probe) {
    WATCHED[probe] = true;
    HITS[probe] = 0;
  }

  static boolean areCounting() {
    return IS_COUNTING;
  }

  /** A copy of the counts. */
  static int[] hits() {
    int[] all = HITS.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] = REACHED[i] ? Math.max(1, all[i]) : all[i];
    }
    return all;
  }

  static void reset() {
    Arrays.fill(HITS, 0);
    Arrays.fill(REACHED, false);
  }
}
