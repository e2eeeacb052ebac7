package io.aumbry.tests.simulation.instrument;

import java.util.BitSet;

/**
 * The watched probes that the threads of one run have reached. The counters of {@link Probes}
 * belong to the JVM, in which several runs may be active. This class separates the runs.
 */
public final class CodeWatch {
  private static final ScopedValue<CodeWatch> CURRENT = ScopedValue.newInstance();

  private final BitSet reached = new BitSet();

  public void run(Runnable action) {
    ScopedValue.where(CURRENT, this).run(action);
  }

  static void reaches(int probe) {
    if (CURRENT.isBound()) {
      CURRENT.get().reached.set(probe);
    }
  }

  public boolean hasReached(int probe) {
    return reached.get(probe);
  }
}
