package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls of JDBC on a fixed number of threads, from a bounded queue. Each thread has an object
 * of its own that its calls may use. The thread that became idle last gets the next call, because
 * its connection and the caches of its processor still have the pages of the last one.
 *
 * @param <T> type of the threads' objects
 */
final class SqlThreads<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlThreads.class);

  /** Calls that wait because no thread is idle. Guarded by itself, as are the idle threads. */
  private final Deque<Consumer<T>> queue = new ArrayDeque<>();

  private final Deque<Mailbox<Consumer<T>>> idle = new ArrayDeque<>();
  private final List<Thread> threads;
  private final String name;
  private final Limits limits;
  private boolean closed;

  /**
   * Bounds of the calls.
   *
   * @param waiting the number of calls that may wait for a thread
   * @param attempt the longest duration of one attempt
   */
  record Limits(int waiting, Duration attempt) {}

  /** Starts one thread for each object in {@code owned}. */
  SqlThreads(BlockingThreads makers, String name, Limits limits, List<T> owned) {
    this.name = name;
    this.limits = limits;
    this.threads =
        IntStream.range(0, owned.size())
            .mapToObj(i -> makers.start("catalog-" + name + "-" + i, () -> run(owned.get(i))))
            .toList();
  }

  /**
   * Runs a call soon.
   *
   * @throws AumbryException {@code OVERLOADED} if too many calls wait
   */
  void submit(Consumer<T> call) {
    Mailbox<Consumer<T>> thread;
    synchronized (queue) {
      if (closed) {
        throw new AumbryException(ErrorCode.SHUTTING_DOWN, "The catalog is being closed");
      }
      if (idle.isEmpty()) {
        requireRoom();
        queue.add(call);
        return;
      }
      thread = idle.pop();
    }
    thread.post(call);
  }

  private void requireRoom() {
    if (queue.size() >= limits.waiting()) {
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          limits.waiting() + " calls wait for the catalog, as many as catalog.max-waiting allows");
    }
  }

  String name() {
    return name;
  }

  /** The longest duration of one attempt, the wait for a thread included. */
  Duration attemptLimit() {
    return limits.attempt();
  }

  int waiting() {
    synchronized (queue) {
      return queue.size();
    }
  }

  private void run(T owned) {
    Mailbox<Consumer<T>> calls = new Mailbox<>();
    Optional<Consumer<T>> call = next(calls);
    while (call.isPresent()) {
      perform(call.get(), owned);
      call = next(calls);
    }
  }

  /** Waits for the next call of a thread; empty at the end. */
  private Optional<Consumer<T>> next(Mailbox<Consumer<T>> calls) {
    synchronized (queue) {
      Consumer<T> waiting = queue.poll();
      if (waiting != null || closed) {
        return Optional.ofNullable(waiting);
      }
      idle.push(calls);
    }
    return Optional.of(calls.take());
  }

  private static <T> void perform(Consumer<T> call, T owned) {
    try {
      call.accept(owned);
    } catch (RuntimeException | Error bug) {
      LOG.atError().setCause(bug).log("a call of the catalog could not be answered");
    }
  }

  /** Finishes the waiting calls, then stops the threads. */
  @Override
  public void close() {
    List<Mailbox<Consumer<T>>> woken;
    synchronized (queue) {
      closed = true;
      woken = List.copyOf(idle);
      idle.clear();
    }
    woken.forEach(thread -> thread.post(_ -> {}));
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
