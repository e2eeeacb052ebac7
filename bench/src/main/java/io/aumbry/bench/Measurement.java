package io.aumbry.bench;

import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.Operation;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.process.WatchedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What came of a measured phase.
 *
 * @param costs of the processes that were watched
 * @param generator cost of this process itself
 */
record Measurement(LoadGenerator.Result load, List<ProcessCost> costs, ProcessCost generator) {
  Measurement {
    costs = List.copyOf(costs);
  }

  Tally tally() {
    return load.tally();
  }

  boolean hasFailures() {
    return !tally().failures().isEmpty();
  }

  double perSecond(long count) {
    return count * 1e9 / Math.max(1, load.elapsed().toNanos());
  }

  double requestsPerSecond() {
    return perSecond(tally().requests());
  }

  /** In milliseconds, of the successes; not a number when there were none. */
  double latencyMillis(Operation operation, double percentile) {
    Tally.Successes successes = tally().successes().get(operation);
    return successes == null
        ? Double.NaN
        : successes.latency().getValueAtPercentile(percentile) / 1e6;
  }

  /** Processor time of the processes that serve requests, all together. */
  Duration serverTime() {
    return timeOf(WatchedProcess::servesRequests).orElse(Duration.ZERO);
  }

  /** Processor time of some of the processes, all together; empty when there is none of them. */
  Optional<Duration> timeOf(Predicate<WatchedProcess> some) {
    return costs.stream()
        .filter(cost -> some.test(cost.process()))
        .map(ProcessCost::processorTime)
        .reduce(Duration::plus);
  }

  /** Of {@link #serverTime}, for a request. */
  double serverMillis() {
    return perRequest(serverTime());
  }

  /** In milliseconds; failed requests are requests too. */
  double perRequest(Duration processorTime) {
    return processorTime.toNanos() / 1e6 / Math.max(1, tally().requests());
  }
}
