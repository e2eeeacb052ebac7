package io.aumbry.store.io;

public final class ThreadJoin {
  private ThreadJoin() {}

  /** Waits until the thread ends. Restores an interrupt afterwards. */
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
