package io.aumbry.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Seeds that a build runs, two at a time: in one JVM, which compiles the code once. */
final class Seeds {
  private static final int COUNT = Integer.getInteger("aumbry.simulation.seeds", 500);
  private static final int AT_A_TIME = 2;

  /** Operations of a seed that are answered, on average, at least: some short ones have none. */
  private static final long LEAST = 20;

  private final ClusterSimulator simulator = new ClusterSimulator();
  private final AtomicLong next = new AtomicLong(1);

  Outcome run(long seed) {
    return simulator.run(Plan.whole(seed), line -> {});
  }

  /** Finds nothing in any, though they do something. */
  void requireNothing() throws InterruptedException, ExecutionException {
    long answered = 0;
    try (ExecutorService side = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<Future<Long>> works =
          IntStream.range(0, AT_A_TIME).mapToObj(thread -> side.submit(this::work)).toList();
      for (Future<Long> work : works) {
        answered += work.get();
      }
    }
    assertThat(next).as("seeds that were begun").hasValueGreaterThan(COUNT);
    assertThat(answered).as("operations of %d seeds", COUNT).isGreaterThan(LEAST * COUNT);
  }

  /** Runs seeds until all are begun; operations that were answered. */
  private long work() {
    long answered = 0;
    for (long seed = next.getAndIncrement(); seed <= COUNT; seed = next.getAndIncrement()) {
      Outcome outcome = run(seed);
      if (outcome.finding().isPresent()) {
        next.set(COUNT + 1L);
        throw new AssertionError(
            "seed %d: %s%n%s"
                .formatted(
                    seed,
                    outcome.finding().orElseThrow(),
                    String.join("\n", outcome.events().tail())));
      }
      answered += outcome.operations().answered();
    }
    return answered;
  }
}
