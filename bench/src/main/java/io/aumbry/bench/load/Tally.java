package io.aumbry.bench.load;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The outcomes of the requests of a phase. Not thread-safe: each thread has its own, and they are
 * added at the end.
 */
public final class Tally {
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;

  /** The successes of one operation. */
  public static final class Successes {
    private final Histogram latency = new Histogram(HIGHEST_NANOS, DIGITS);
    private long bytes;

    /** In nanoseconds, with three significant digits. */
    public Histogram latency() {
      return latency;
    }

    public long requests() {
      return latency.getTotalCount();
    }

    public long bytes() {
      return bytes;
    }
  }

  /**
   * The failures of one kind.
   *
   * @param example the detail of the first
   */
  public record Failures(long count, String example) {
    Failures plus(long more) {
      return new Failures(count + more, example);
    }
  }

  private final Map<LoadOperation, Successes> successes = new EnumMap<>(LoadOperation.class);
  private final Map<String, Failures> failures = new TreeMap<>();
  private final Histogram failureLatency = new Histogram(HIGHEST_NANOS, DIGITS);

  /** Counts a request that took {@code nanos}. */
  public void record(RequestResult outcome, long nanos) {
    long bounded = Math.clamp(nanos, 0, HIGHEST_NANOS);
    switch (outcome) {
      case RequestResult.Written(StoredBlob blob) ->
          succeed(LoadOperation.PUT, blob.size(), bounded);
      case RequestResult.Read(long bytes) -> succeed(LoadOperation.GET, bytes, bounded);
      case RequestResult.Failed(String kind, String detail) -> {
        fail(kind, new Failures(1, detail));
        failureLatency.recordValue(bounded);
      }
    }
  }

  static Tally sum(Collection<Tally> tallies) {
    Tally sum = new Tally();
    tallies.forEach(sum::add);
    return sum;
  }

  private void add(Tally other) {
    other.successes.forEach((operation, theirs) -> {
      Successes ours = of(operation);
      ours.latency.add(theirs.latency);
      ours.bytes += theirs.bytes;
    });
    other.failures.forEach(this::fail);
    failureLatency.add(other.failureLatency);
  }

  private void succeed(LoadOperation operation, long bytes, long nanos) {
    Successes ours = of(operation);
    ours.latency.recordValue(nanos);
    ours.bytes += bytes;
  }

  private void fail(String kind, Failures more) {
    failures.merge(kind, more, (old, added) -> old.plus(added.count()));
  }

  private Successes of(LoadOperation operation) {
    return successes.computeIfAbsent(operation, _ -> new Successes());
  }

  public Map<LoadOperation, Successes> successes() {
    return Map.copyOf(successes);
  }

  /** By operation and kind, such as {@code GET HTTP 503}. */
  public Map<String, Failures> failures() {
    return Map.copyOf(failures);
  }

  /** Latency of all failures, in nanoseconds. */
  public Histogram failureLatency() {
    return failureLatency;
  }

  /** All requests, successful or not. */
  public long requests() {
    return failureLatency.getTotalCount()
        + successes.values().stream().mapToLong(Successes::requests).sum();
  }

  public long bytes() {
    return successes.values().stream().mapToLong(Successes::bytes).sum();
  }
}
