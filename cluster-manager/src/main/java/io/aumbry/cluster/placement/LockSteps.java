package io.aumbry.cluster.placement;

import io.aumbry.cluster.helix.HelixThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the steps of a rebalance's lock beside the placing, one at a time. Lost replicas are
 * replaced however long a step waits for ZooKeeper.
 */
final class LockSteps {
  /** A lock is given back, taken, and used. */
  private static final int MOST_ROUNDS = 3;

  /** Returns whether the locks have changed, so that more can be done. */
  interface Step {
    boolean run() throws InterruptedException;
  }

  private final Executor thread;
  private final Runnable changed;
  private final AtomicBoolean isRunning = new AtomicBoolean();

  /** Steps in a row that have changed the locks. Used by one step at a time. */
  private int rounds;

  /**
   * Steps of a placing.
   *
   * @param changed places again, after a step that has changed the locks. Called for at most {@link
   *     #MOST_ROUNDS} - 1 such steps in a row
   */
  LockSteps(Executor thread, Runnable changed) {
    this.thread = thread;
    this.changed = changed;
  }

  /** No effect while another step runs. The next placing plans another one. */
  void offer(Step step) {
    if (isRunning.compareAndSet(false, true)) {
      HelixThreads.submit(
          thread,
          () -> {
            if (isAgain(step)) {
              changed.run();
            }
          });
    }
  }

  private boolean isAgain(Step step) {
    try {
      rounds = step.run() ? rounds + 1 : 0;
      return rounds % MOST_ROUNDS != 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      isRunning.set(false);
    }
  }
}
