package io.aumbry.store.io;

/** Waits for threads to end. */
public final class Joining {
  private Joining() {}

  /** Waits for as long as it takes; an interrupt is kept for later. */
  public static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
