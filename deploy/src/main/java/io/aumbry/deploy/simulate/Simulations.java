package io.aumbry.deploy.simulate;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs seeds in order on several threads, until they are done, the time is over or a run has a
 * finding.
 */
final class Simulations {
  private static final int PROGRESS_EVERY = 20;
  static final double SECONDS_PER_HOUR = 3600;

  private final Simulator simulator;
  private final Time time;
  private final Deadline end;
  private final long lastSeed;
  private final Consumer<String> progress;
  private final Map<String, Integer> faults = new TreeMap<>();
  private final ThresholdReport thresholds;
  private long next;
  private int done;
  private long operations;
  private long underFaults;
  private long refused;
  private double virtualSeconds;
  private double idleSeconds;
  private long preemptions;
  private @Nullable Outcome found;
  private @Nullable Throwable failure;

  /**
   * @param end time after which no seed is started
   * @param progress receives a summary now and then
   */
  Simulations(
      Simulator simulator,
      long firstSeed,
      long count,
      Time time,
      Deadline end,
      Consumer<String> progress) {
    this.simulator = simulator;
    this.thresholds = new ThresholdReport(simulator.thresholds());
    this.next = firstSeed;
    this.lastSeed = firstSeed + count - 1;
    this.time = time;
    this.end = end;
    this.progress = progress;
  }

  /**
   * Runs the seeds.
   *
   * @return the run with a finding, if any
   */
  Optional<Outcome> run(int threads) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(Thread.ofPlatform().name("simulate-" + i).start(this::work));
    }
    for (Thread thread : all) {
      thread.join();
    }
    if (failure != null) {
      throw new IllegalStateException("The simulator failed: " + failure, failure);
    }
    return Optional.ofNullable(found);
  }

  private void work() {
    try {
      for (Optional<Long> seed = take(); seed.isPresent(); seed = take()) {
        count(simulator.run(Plan.whole(seed.get()), line -> {}));
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private synchronized Optional<Long> take() {
    boolean over = found != null || failure != null || next > lastSeed || end.hasPassed(time);
    return over ? Optional.empty() : Optional.of(next++);
  }

  private synchronized void fail(Throwable cause) {
    failure = cause;
  }

  private synchronized void count(Outcome outcome) {
    done++;
    operations += outcome.operations().answered();
    underFaults += outcome.operations().underFaults();
    refused += outcome.operations().refused();
    virtualSeconds += outcome.events().virtualSeconds();
    idleSeconds += outcome.events().idleSeconds();
    preemptions += outcome.events().preemptions();
    thresholds.add(outcome.crossed());
    outcome.faults().forEach((kind, times) -> faults.merge(kind, times, Integer::sum));
    if (outcome.finding().isPresent() && found == null) {
      found = outcome;
    }
    if (done % PROGRESS_EVERY == 0) {
      progress.accept(summary());
    }
  }

  /** The thresholds that the runs crossed. Called after all runs have ended. */
  ThresholdReport thresholds() {
    return thresholds;
  }

  synchronized String summary() {
    return ("%d seeds, %.1f virtual hours and %.1f left alone, %d operations, %d of them after a fault, "
            + "and %d refused, %d preemptions, %d faults: %s")
        .formatted(
            done,
            (virtualSeconds - idleSeconds) / SECONDS_PER_HOUR,
            idleSeconds / SECONDS_PER_HOUR,
            operations,
            underFaults,
            refused,
            preemptions,
            faults.entrySet().stream()
                .filter(each -> !each.getKey().startsWith(Simulator.AIM))
                .mapToInt(Map.Entry::getValue)
                .sum(),
            faults);
  }
}
