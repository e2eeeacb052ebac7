package io.aumbry.bench;

import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.process.WatchedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The result of a measured phase.
 *
 * @param costs of the watched processes
 * @param generator cost of this process
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

  /** Latency of successful requests in milliseconds; NaN if there were none. */
  double latencyMillis(LoadOperation operation, double percentile) {
    Tally.Successes successes = tally().successes().get(operation);
    return successes == null
        ? Double.NaN
        : successes.latency().getValueAtPercentile(percentile) / 1e6;
  }

  /** Processor time of the processes that serve requests, in total. */
  Duration serverTime() {
    return timeOf(WatchedProcess::servesRequests).orElse(Duration.ZERO);
  }

  /** Processor time of the selected processes, in total; empty if there are none. */
  Optional<Duration> timeOf(Predicate<WatchedProcess> some) {
    return costs.stream()
        .filter(cost -> some.test(cost.process()))
        .map(ProcessCost::processorTime)
        .reduce(Duration::plus);
  }

  /** {@link #serverTime} per request, in milliseconds. */
  double serverMillis() {
    return perRequest(serverTime());
  }

  /** Milliseconds per request, counting failed requests too. */
  double perRequest(Duration processorTime) {
    return processorTime.toNanos() / 1e6 / Math.max(1, tally().requests());
  }
}
