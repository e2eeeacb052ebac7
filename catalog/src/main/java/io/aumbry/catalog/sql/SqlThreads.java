package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.BlockingThreads;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls of JDBC on a fixed number of threads, from a bounded queue. Each thread has an object
 * of its own that its calls may use.
 *
 * @param <T> type of the threads' objects
 */
final class SqlThreads<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlThreads.class);

  private final BlockingQueue<Consumer<T>> queue = new LinkedBlockingQueue<>();
  private final List<Thread> threads;
  private final String name;
  private final int limit;
  private volatile boolean closed;

  /** Starts one thread for each object in {@code owned}. */
  SqlThreads(BlockingThreads makers, String name, int limit, List<T> owned) {
    this.name = name;
    this.limit = limit;
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
    if (queue.size() >= limit) {
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          limit + " calls wait for the catalog, as many as catalog.max-waiting allows");
    }
    queue.add(call);
    if (closed && queue.remove(call)) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "The catalog is being closed");
    }
  }

  String name() {
    return name;
  }

  int waiting() {
    return queue.size();
  }

  private void run(T owned) {
    try {
      while (!closed || !queue.isEmpty()) {
        perform(queue.take(), owned);
      }
      wakeOne();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> void perform(Consumer<T> call, T owned) {
    try {
      call.accept(owned);
    } catch (RuntimeException | Error bug) {
      LOG.atError().setCause(bug).log("a call of the catalog could not be answered");
    }
  }

  /** Each thread that ends wakes the next one. */
  private void wakeOne() {
    queue.add(_ -> {});
  }

  /** Finishes the waiting calls, then stops the threads. */
  @Override
  public void close() {
    closed = true;
    wakeOne();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
