package io.aumbry.transport.loop;

import io.aumbry.protocol.runtime.Mailbox;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The virtual threads of one carrier. A thread that has done its task waits for another one: the
 * memory into which its stack is moved whenever it parks is then there already, and with it a sixth
 * of all the garbage of a small GET is gone. Any thread.
 */
final class Workers {
  /** Threads that wait for a task; further ones end. */
  private static final int MOST_WAITING = 64;

  /**
   * A thread that waits, known by where it looks for its next task (nothing: it is to end), above
   * those that wait for longer. Each is made for one wait, so that none can leave the stack and
   * come back unnoticed.
   */
  private record Waiting(Mailbox<Optional<Runnable>> tasks, int count, @Nullable Waiting below) {}

  private final Thread.Builder.OfVirtual threads;
  private final AtomicReference<@Nullable Waiting> waiting = new AtomicReference<>();
  private volatile boolean closed;

  Workers(Thread.Builder.OfVirtual threads) {
    this.threads = threads;
  }

  /** Runs {@code task}, which throws nothing, on a thread that has nothing else to do. */
  void start(Runnable task) {
    Waiting next = takeWaiting();
    if (next == null) {
      threads.unstarted(() -> work(task)).start();
    } else {
      next.tasks().post(Optional.of(task));
    }
  }

  private void work(Runnable first) {
    Mailbox<Optional<Runnable>> tasks = new Mailbox<>();
    Optional<Runnable> task = Optional.of(first);
    while (task.isPresent()) {
      task.get().run();
      task = mayWait(tasks) ? tasks.take() : Optional.empty();
    }
  }

  private boolean mayWait(Mailbox<Optional<Runnable>> tasks) {
    while (!closed) {
      Waiting top = waiting.get();
      int count = top == null ? 1 : top.count() + 1;
      if (count > MOST_WAITING) {
        return false;
      }
      if (waiting.compareAndSet(top, new Waiting(tasks, count, top))) {
        if (closed) {
          close();
        }
        return true;
      }
    }
    return false;
  }

  private @Nullable Waiting takeWaiting() {
    Waiting top = waiting.get();
    while (top != null && !waiting.compareAndSet(top, top.below())) {
      top = waiting.get();
    }
    return top;
  }

  /** How many threads wait for a task. */
  int waiting() {
    Waiting top = waiting.get();
    return top == null ? 0 : top.count();
  }

  /** Ends those that wait, and from now on each when its task is done. */
  void close() {
    closed = true;
    for (Waiting next = takeWaiting(); next != null; next = takeWaiting()) {
      next.tasks().post(Optional.empty());
    }
  }
}
