package io.aumbry.tests.simulation.instrument;

import java.util.Arrays;

/**
 * Counters of the instrumented classes of this JVM. All threads share them, so runs that need exact
 * counts must not run at the same time.
 */
public final class Probes {
  /** Turns on exact counts, which cost more than marks when several threads run. */
  static final String COUNTING = "aumbry.probes.counting";

  private static final boolean IS_COUNTING = Boolean.getBoolean(COUNTING);
  private static final int[] HITS = new int[ProbeMap.ofClassPath().probes().size()];

  private static final boolean[] WATCHED = new boolean[HITS.length];

  /**
   * Whether a watched probe was reached. Its entry in {@link #HITS} stays 0 in a JVM that marks.
   */
  private static final boolean[] REACHED = new boolean[HITS.length];

  private Probes() {}

  /**
   * Called by instrumented code. A mark is written only once, because two threads that keep writing
   * to the same cache line slow each other down.
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

  static void watch(int probe) {
    WATCHED[probe] = true;
    HITS[probe] = 0;
  }

  static boolean areCounting() {
    return IS_COUNTING;
  }

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
