package io.aumbry.tests.simulation.instrument;

/** Decides where a simulated thread yields to others. Each thread has its own object. */
public interface Interleaving {
  /**
   * The thread is about to access state that other threads may access.
   *
   * @param site the place in the code; the same in all runs of the same code
   */
  void accesses(int site);

  /** The thread holds one more monitor, and must not yield. */
  void locked();

  /** The thread holds one monitor less. */
  void unlocked();
}
