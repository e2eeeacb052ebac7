package io.aumbry.tests.simulation.instrument;

/** Decides where a simulated thread gives way to others. One object belongs to each thread. */
public interface Interleaving {
  /**
   * The thread is about to access state that other threads may access.
   *
   * @param site the place in the code; the same in all runs of the same code
   */
  void accesses(int site);

  /** From now on the thread holds one more monitor, and must not give way. */
  void locked();

  /** The thread holds one monitor less. */
  void unlocked();
}
