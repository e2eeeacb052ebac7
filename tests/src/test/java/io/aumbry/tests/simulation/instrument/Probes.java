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

  private Probes() {}

  /**
   * Called by rewritten code. A mark is written once only: two threads that kept writing to the
   * same cache line would slow each other down.
   */
  public static void hit(int probe) {
    if (IS_COUNTING) {
      HITS[probe]++;
    } else if (HITS[probe] == 0) {
      HITS[probe] = 1;
    }
  }

  static boolean areCounting() {
    return IS_COUNTING;
  }

  /** The counts, which only this class may write. */
  static int[] hits() {
    return HITS;
  }

  static void reset() {
    Arrays.fill(HITS, 0);
  }
}
