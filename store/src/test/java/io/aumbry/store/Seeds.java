package io.aumbry.store;

import io.aumbry.store.io.ThreadJoin;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Runs one test per seed, in parallel on all processors. */
final class Seeds {
  private Seeds() {}

  interface Run {
    void perform(long seed);
  }

  /**
   * Runs seeds until one fails.
   *
   * @param again how to repeat a single run, followed by its seed
   */
  static void each(long first, long count, String again, Run run) {
    AtomicLong next = new AtomicLong(first);
    Queue<AssertionError> failures = new ConcurrentLinkedQueue<>();
    Runnable worker =
        () -> {
          long seed = next.getAndIncrement();
          while (seed < first + count && failures.isEmpty()) {
            try {
              run.perform(seed);
            } catch (AssertionError | RuntimeException e) {
              failures.add(new AssertionError("again with " + again + seed, e));
            }
            seed = next.getAndIncrement();
          }
        };
    List<Thread> workers =
        IntStream.range(0, Runtime.getRuntime().availableProcessors())
            .mapToObj(i -> Thread.ofVirtual().name("seeds-" + i).start(worker))
            .toList();
    workers.forEach(ThreadJoin::join);
    if (!failures.isEmpty()) {
      throw failures.element();
    }
  }
}
