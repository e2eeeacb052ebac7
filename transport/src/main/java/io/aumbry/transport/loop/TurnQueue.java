package io.aumbry.transport.loop;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Turns of virtual threads that wait for their loop. The loop runs each turn as a task of its own.
 * {@link LoopRescue} may run turns instead while the loop is blocked.
 */
final class TurnQueue implements Executor {
  private final Executor loop;
  private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();
  private final Runnable runOnLoop = this::runOnLoop;

  /** Only the loop writes it. */
  private final AtomicLong progress = new AtomicLong();

  TurnQueue(Executor loop) {
    this.loop = loop;
  }

  @Override
  public void execute(Runnable turn) {
    turns.add(turn);
    loop.execute(runOnLoop);
  }

  private void runOnLoop() {
    progress.setRelease(progress.getPlain() + 1);
    runNext();
  }

  /** Runs the oldest turn, if any, on the calling thread. */
  void runNext() {
    Runnable turn = turns.poll();
    if (turn != null) {
      turn.run();
    }
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** A number that changes whenever the loop itself runs a turn. */
  long progress() {
    return progress.getAcquire();
  }
}
