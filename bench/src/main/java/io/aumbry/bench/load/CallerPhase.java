package io.aumbry.bench.load;

import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/** A load of concurrent callers, each with one call at a time. */
public final class CallerPhase {
  private static final long HIGHEST_NANOS = 600_000_000_000L;
  private static final int DIGITS = 3;

  /** Starts the threads of callers. */
  public interface Callers {
    /** The target of the calls, for error messages. */
    String name();

    /** Runs a task on the thread of a caller. */
    void start(int caller, Runnable task);
  }

  /** The calls of one caller. */
  public interface Turns extends AutoCloseable {
    /**
     * Performs call {@code n} of this caller.
     *
     * @return the bytes that it moved; negative if there is no more to do
     */
    long take(long n);

    /** Called between calls. */
    void rest();

    /** The number of bytes that this caller has compared. */
    long verified();

    @Override
    void close();
  }

  /**
   * The result of a phase, without its cost.
   *
   * @param nanos from the start of all callers to the end of the last
   */
  public record Result(long operations, long bytes, long nanos, Histogram latency, long verified) {}

  private record Share(long operations, long bytes, Histogram latency, long verified) {}

  private sealed interface Ended {
    record Well(Share share) implements Ended {}

    record Badly(Throwable cause) implements Ended {}
  }

  private final Callers threads;
  private final Time time;

  public CallerPhase(Callers threads, Time time) {
    this.threads = threads;
    this.time = time;
  }

  /**
   * Runs all callers to their end. Each performs at least one call.
   *
   * @param limit of time and bytes
   * @throws IllegalStateException when a caller failed
   */
  public Result run(int callers, Limit limit, IntFunction<? extends Turns> turns) {
    Mailbox<Ended> ended = new Mailbox<>();
    Limit share = new Limit(limit.duration(), Long.MAX_VALUE, limit.bytes() / callers);
    long began = time.monotonicNanos();
    for (int i = 0; i < callers; i++) {
      int caller = i;
      threads.start(caller, () -> ended.post(run(() -> turns.apply(caller), began, share)));
    }
    List<Share> shares = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      switch (ended.take()) {
        case Ended.Well(Share well) -> shares.add(well);
        case Ended.Badly(Throwable cause) -> failures.add(cause);
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException(
          threads.name() + " failed: " + failures.getFirst(), failures.getFirst());
    }
    return sum(shares, time.monotonicNanos() - began);
  }

  private interface Maker {
    Turns make();
  }

  private Ended run(Maker maker, long began, Limit limit) {
    try (Turns turns = maker.make()) {
      return new Ended.Well(run(turns, began, limit));
    } catch (RuntimeException | Error failure) {
      return new Ended.Badly(failure);
    }
  }

  private Share run(Turns turns, long began, Limit limit) {
    Histogram latency = new Histogram(HIGHEST_NANOS, DIGITS);
    long bytes = 0;
    long operations = 0;
    long start = time.monotonicNanos();
    // at least one call, even if the thread started late
    while (operations == 0 || goesOn(limit, start - began, bytes)) {
      long moved = turns.take(operations);
      if (moved < 0) {
        break;
      }
      latency.recordValue(Math.min(HIGHEST_NANOS, time.monotonicNanos() - start));
      bytes += moved;
      operations++;
      turns.rest();
      start = time.monotonicNanos();
    }
    return new Share(operations, bytes, latency, turns.verified());
  }

  private static boolean goesOn(Limit limit, long elapsed, long bytes) {
    return elapsed < limit.duration().toNanos() && bytes < limit.bytes();
  }

  private static Result sum(List<Share> shares, long nanos) {
    Histogram latency = new Histogram(HIGHEST_NANOS, DIGITS);
    shares.forEach(share -> latency.add(share.latency()));
    return new Result(
        shares.stream().mapToLong(Share::operations).sum(),
        shares.stream().mapToLong(Share::bytes).sum(),
        nanos,
        latency,
        shares.stream().mapToLong(Share::verified).sum());
  }

  public static Histogram noLatency() {
    return new Histogram(HIGHEST_NANOS, DIGITS);
  }
}
