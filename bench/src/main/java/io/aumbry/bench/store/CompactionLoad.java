package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.SplitMix;
import io.aumbry.bench.store.StoreMeasurement.Aside;
import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.bench.store.engine.OpenStore;
import io.aumbry.bench.store.engine.OpenStore.Compacted;
import io.aumbry.bench.store.engine.StoreCaller;
import io.aumbry.protocol.runtime.Mailbox;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * A store in which a random half of the blobs is deleted. It is read first without and then with
 * concurrent compaction.
 */
final class CompactionLoad implements AutoCloseable {
  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  /** One read of this number is compared byte by byte. */
  private static final int COMPARED = 16;

  /** Number of blobs that are compared afterwards. */
  private static final int SAMPLES = 64;

  private final OpenStore store;
  private final CallerPhase phase;
  private final OwnCost cost;
  private final Blobs blobs;
  private final long count;
  private final int fillers;

  private sealed interface Ended {
    record Well(Compacted compacted) implements Ended {}

    record Badly(Throwable cause) implements Ended {}
  }

  /**
   * Fills the store and deletes half of the blobs.
   *
   * @param store an empty store, which this object closes
   */
  CompactionLoad(OpenStore store, CallerPhase phase, OwnCost cost, Blobs blobs, long count) {
    this.store = store;
    this.phase = phase;
    this.cost = cost;
    this.blobs = blobs;
    this.count = count;
    this.fillers = blobs.fillingCallers();
    fill();
  }

  private void fill() {
    phase.run(
        fillers,
        Limit.duration(UNLIMITED),
        caller -> new AppendTurns(store.caller(fillers), blobs, caller, fillers, count));
    phase.run(fillers, Limit.duration(UNLIMITED), Deletes::new);
    store.settle();
  }

  /** Each caller deletes the doomed blobs of its share. */
  private final class Deletes implements CallerPhase.Turns {
    private final StoreCaller caller = store.caller(fillers);
    private final int first;

    Deletes(int first) {
      this.first = first;
    }

    @Override
    public long take(long n) {
      long number = first + n * fillers;
      if (number >= count) {
        return -1;
      }
      if (isDeleted(number)) {
        caller.delete(blobs.id(number));
      }
      return 0;
    }

    @Override
    public void rest() {
      caller.endTurn();
    }

    @Override
    public long verified() {
      return 0;
    }

    @Override
    public void close() {
      caller.close();
    }
  }

  private static boolean isDeleted(long number) {
    return SplitMix.of(number, 1) < 0;
  }

  /** Reads before compaction. */
  StoreMeasurement read(int callers, Duration span) {
    return read(callers, Limit.duration(span), n -> true);
  }

  /** Reads for a time while compaction runs at its default rate. */
  StoreMeasurement readCompactingGently(int callers, Duration span) {
    Mailbox<Ended> ended = new Mailbox<>();
    start(store::compactGently, ended, () -> {});
    StoreMeasurement figures = read(callers, span);
    store.endGentle();
    return whole(figures, compacted(ended.take()));
  }

  /** Reads while compaction runs at full speed, until it ends. Each caller reads at least once. */
  StoreMeasurement readCompacting(int callers) {
    AtomicBoolean over = new AtomicBoolean();
    Mailbox<Ended> ended = new Mailbox<>();
    start(store::compact, ended, () -> over.set(true));
    StoreMeasurement figures = read(callers, Limit.duration(UNLIMITED), n -> n == 0 || !over.get());
    return whole(figures, compacted(ended.take()));
  }

  private static Compacted compacted(Ended ended) {
    return switch (ended) {
      case Ended.Well(Compacted done) -> done;
      case Ended.Badly(Throwable cause) ->
          throw new IllegalStateException("compaction failed: " + cause, cause);
    };
  }

  /** Adds the result of compaction, and verifies some blobs again. */
  private StoreMeasurement whole(StoreMeasurement figures, Compacted compacted) {
    long verified = figures.verified() + verify();
    return new StoreMeasurement(
        figures.operations(),
        figures.bytes(),
        figures.nanos(),
        figures.cost(),
        figures.latencies(),
        verified,
        new Aside(0, compacted));
  }

  private static void start(
      Supplier<Compacted> compaction, Mailbox<Ended> ended, Runnable atTheEnd) {
    Thread.ofPlatform()
        .daemon()
        .name("bench-compaction")
        .start(() -> {
          ended.post(outcome(compaction));
          atTheEnd.run();
        });
  }

  private static Ended outcome(Supplier<Compacted> compaction) {
    try {
      return new Ended.Well(compaction.get());
    } catch (RuntimeException | Error failure) {
      return new Ended.Badly(failure);
    }
  }

  private StoreMeasurement read(int callers, Limit limit, LongPredicate goesOn) {
    Cost before = cost.sample();
    CallerPhase.Result result =
        phase.run(
            callers,
            limit,
            caller ->
                new ReadTurns(
                    store.caller(callers),
                    blobs,
                    n -> goesOn.test(n) ? living(SplitMix.of(caller, n)) : ReadTurns.END,
                    COMPARED));
    return StoreMeasurement.of(
        result, cost.sample().since(before), result.verified(), Aside.NOTHING);
  }

  private long verify() {
    return phase
        .run(
            1,
            Limit.duration(UNLIMITED),
            _ ->
                new ReadTurns(
                    store.caller(1),
                    blobs,
                    n -> n < SAMPLES ? living(SplitMix.of(-1, n)) : ReadTurns.END,
                    1))
        .verified();
  }

  private long living(long draw) {
    long number = Keys.UNIFORM.choose(draw, count);
    while (isDeleted(number)) {
      number = (number + 1) % count;
    }
    return number;
  }

  @Override
  public void close() {
    store.close();
  }
}
