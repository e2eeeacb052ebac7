package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.SplitMix;
import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.store.StoreMeasurement.Aside;
import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.bench.store.engine.OpenStore;
import io.aumbry.bench.store.engine.StoreEngine;
import io.aumbry.bench.store.engine.StoreEngine.Deleted;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/** A library that stores blobs, measured in a folder of its own. */
final class EngineContender implements StoreContender {
  /** More blobs would only take time to write. */
  private static final long MAX_BLOBS = 1 << 18;

  /**
   * One read of this number is compared byte by byte. Comparing all would dominate the measurement.
   */
  private static final int COMPARED = 16;

  private static final int SAMPLES = 64;

  /** The factor by which slow measurements are longer. */
  private static final int GENTLE_SPANS = 2;

  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  /**
   * Bytes between sampled blobs. Two blobs rarely share a page at this distance, so few reads find
   * a page that another one cached.
   */
  private static final double APART = 16 * 1024;

  /** The first number of measured appends, above all earlier numbers. */
  private static final long MEASURED = 1L << 40;

  private final StoreEngine engine;
  private final StorePlan plan;
  private final Path folder;
  private final CallerPhase phase;
  private final OwnCost cost;
  private final PageCache pages = new PageCache();
  private Optional<ReadSet> set = Optional.empty();
  private Optional<CompactionLoad> compaction = Optional.empty();
  private long passes;

  /** Whether the whole set to read is in memory. */
  private boolean cached;

  /** Whether one unmeasured compaction has run, which compiles its code. */
  private boolean compacted;

  /** A filled store to read. */
  private record ReadSet(OpenStore store, Blobs blobs, long count) {}

  EngineContender(StoreEngine engine, StorePlan plan, Path home, Time time) {
    this.engine = engine;
    this.plan = plan;
    this.folder = home.resolve(engine.name().toLowerCase(Locale.ROOT).replace(' ', '-'));
    this.cost = new OwnCost(Device.below(home));
    this.phase = new CallerPhase(engine, time);
  }

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public boolean measures(StoreCell.Kind kind) {
    return kind != StoreCell.Kind.READ_COMPACTING || engine.compactsGently();
  }

  @Override
  public void prepare(Blobs blobs) {
    release();
    OpenStore store = engine.open(made(folder.resolve("read")), Deleted.KEPT);
    long count = Math.clamp(plan.dataSetBytes() / blobs.size(), 16, MAX_BLOBS);
    set = Optional.of(new ReadSet(store, blobs, count));
    cached = false;
    fill(set.get());
    // compile the read path before the first measurement, whatever its size is
    read(set.get(), new StoreCell(StoreCell.Kind.READ_UNIFORM, blobs.size(), 2), plan.duration());
  }

  private void fill(ReadSet empty) {
    int callers = empty.blobs().fillingCallers();
    phase.run(
        callers,
        Limit.duration(UNLIMITED),
        appends(empty.store(), callers, empty.blobs(), 0, empty.count()));
    empty.store().settle();
  }

  @Override
  public StoreMeasurement measure(StoreCell cell, long appendsPerSync) {
    ReadSet ready = set.orElseThrow();
    return switch (cell.kind()) {
      case APPEND -> append(cell, ready.blobs());
      case READ_WRITTEN -> readWritten(ready, cell);
      case READ_UNIFORM, READ_RECENT -> {
        fillCaches(ready);
        read(ready, cell, plan.warmUp());
        yield read(ready, cell, plan.duration());
      }
      case READ_UNCACHED -> readUncached(ready, cell);
      case READ_HALF -> readHalf(ready, cell);
      case READ_COMPACTING ->
          compaction.orElseThrow().readCompactingGently(cell.callers(), gentleSpan());
      case READ_COMPACTING_FREELY -> readCompacting(cell);
    };
  }

  private StoreMeasurement append(StoreCell cell, Blobs blobs) {
    Path fresh = made(folder.resolve("append"));
    try (OpenStore store = engine.open(fresh, Deleted.KEPT)) {
      int callers = cell.callers();
      phase.run(
          callers, plan.appends(plan.warmUp()), appends(store, callers, blobs, 0, Long.MAX_VALUE));
      long syncs = store.syncs();
      Cost before = cost.sample();
      Queue<AppendTurns> done = new ConcurrentLinkedQueue<>();
      CallerPhase.Result result =
          phase.run(
              callers,
              plan.appends(plan.duration()),
              remembered(appends(store, callers, blobs, MEASURED, Long.MAX_VALUE), done));
      Cost used = cost.sample().since(before);
      syncs = store.syncs() - syncs;
      return StoreMeasurement.of(result, used, verify(store, blobs, done), Aside.syncs(syncs));
    } finally {
      delete(fresh);
    }
  }

  private static IntFunction<AppendTurns> remembered(
      IntFunction<AppendTurns> maker, Queue<AppendTurns> made) {
    return caller -> {
      AppendTurns turns = maker.apply(caller);
      made.add(turns);
      return turns;
    };
  }

  private static IntFunction<AppendTurns> appends(
      OpenStore store, int callers, Blobs blobs, long first, long end) {
    return caller -> new AppendTurns(store.caller(callers), blobs, first + caller, callers, end);
  }

  /** Reads some appends of each caller back, and compares all their bytes. */
  private long verify(OpenStore store, Blobs blobs, Queue<AppendTurns> done) {
    List<Long> numbers = new ArrayList<>();
    for (AppendTurns turns : done) {
      long wanted = Math.max(1, SAMPLES / done.size());
      blobs.sample(turns.appended(), wanted, passes++).forEach(n -> numbers.add(turns.number(n)));
    }
    return phase
        .run(
            1,
            Limit.duration(UNLIMITED),
            _ ->
                new ReadTurns(
                    store.caller(1),
                    blobs,
                    n -> n < numbers.size() ? numbers.get((int) n) : ReadTurns.END,
                    1))
        .verified();
  }

  /**
   * Loads everything that a cached measurement reads: the kernel has the files, and each blob was
   * read once since the library dropped its caches.
   */
  private void fillCaches(ReadSet ready) {
    if (!cached) {
      pages.load(folder.resolve("read"));
      int callers = ready.blobs().fillingCallers();
      phase.run(
          callers,
          Limit.duration(UNLIMITED),
          caller ->
              new ReadTurns(
                  ready.store().caller(callers),
                  ready.blobs(),
                  n -> caller + n * callers < ready.count() ? caller + n * callers : ReadTurns.END,
                  COMPARED));
      cached = true;
    }
  }

  private StoreMeasurement read(ReadSet ready, StoreCell cell, Duration span) {
    Keys keys = cell.kind() == StoreCell.Kind.READ_RECENT ? Keys.RECENT : Keys.UNIFORM;
    long salt = passes++;
    Cost before = cost.sample();
    CallerPhase.Result result =
        phase.run(
            cell.callers(),
            Limit.duration(span),
            caller ->
                new ReadTurns(
                    ready.store().caller(cell.callers()),
                    ready.blobs(),
                    n -> keys.choose(SplitMix.of(salt, caller, n), ready.count()),
                    COMPARED));
    return StoreMeasurement.of(
        result, cost.sample().since(before), result.verified(), Aside.NOTHING);
  }

  /** Reads a separate store, which is compacted afterwards. */
  private StoreMeasurement readHalf(ReadSet ready, StoreCell cell) {
    if (!compacted) {
      compacted = true;
      fillHalf(ready);
      readCompacting(cell);
    }
    CompactionLoad load = fillHalf(ready);
    load.read(cell.callers(), plan.warmUp());
    return load.read(cell.callers(), plan.duration());
  }

  private CompactionLoad fillHalf(ReadSet ready) {
    endCompaction();
    OpenStore store = engine.open(made(folder.resolve("compact")), Deleted.GONE);
    CompactionLoad load = new CompactionLoad(store, phase, cost, ready.blobs(), ready.count());
    compaction = Optional.of(load);
    return load;
  }

  /** Short enough to leave work for the next measurement of compaction. */
  private Duration gentleSpan() {
    return plan.duration().multipliedBy(GENTLE_SPANS);
  }

  private StoreMeasurement readCompacting(StoreCell cell) {
    try {
      return compaction.orElseThrow().readCompacting(cell.callers());
    } finally {
      endCompaction();
    }
  }

  private void endCompaction() {
    compaction.ifPresent(CompactionLoad::close);
    compaction = Optional.empty();
    delete(folder.resolve("compact"));
  }

  /** Repeats passes, each after dropping the pages, until their total time is long enough. */
  private StoreMeasurement readUncached(ReadSet ready, StoreCell cell) {
    double share = Math.min(0.5, ready.blobs().size() / APART);
    long wanted = Math.max(cell.callers(), (long) (ready.count() * share));
    List<CallerPhase.Result> results = new ArrayList<>();
    Cost used = Cost.NONE;
    long left = plan.duration().toNanos();
    cached = false;
    while (left > 0) {
      ready.store().forgetCached();
      pages.drop(folder.resolve("read"));
      Cost before = cost.sample();
      CallerPhase.Result result = pass(ready, cell.callers(), wanted, Duration.ofNanos(left));
      used = used.plus(cost.sample().since(before));
      results.add(result);
      left -= result.nanos();
    }
    CallerPhase.Result sum = sum(results);
    return StoreMeasurement.of(sum, used, sum.verified(), Aside.NOTHING);
  }

  private StoreMeasurement readWritten(ReadSet like, StoreCell cell) {
    Path fresh = made(folder.resolve("written"));
    try (OpenStore store = engine.open(fresh, Deleted.KEPT)) {
      ReadSet written = new ReadSet(store, like.blobs(), like.count());
      fill(written);
      Cost before = cost.sample();
      CallerPhase.Result result = pass(written, cell.callers(), written.count(), plan.duration());
      Cost used = cost.sample().since(before);
      return StoreMeasurement.of(result, used, result.verified(), Aside.NOTHING);
    } finally {
      delete(fresh);
    }
  }

  private CallerPhase.Result pass(ReadSet ready, int callers, long wanted, Duration span) {
    List<Long> sample = ready.blobs().sample(ready.count(), wanted, passes++);
    return phase.run(
        callers,
        Limit.duration(span),
        caller ->
            new ReadTurns(
                ready.store().caller(callers),
                ready.blobs(),
                n -> {
                  long at = n * callers + caller;
                  return at < sample.size() ? sample.get((int) at) : ReadTurns.END;
                },
                COMPARED));
  }

  private static CallerPhase.Result sum(List<CallerPhase.Result> results) {
    Histogram latency = CallerPhase.noLatency();
    results.forEach(result -> latency.add(result.latency()));
    return new CallerPhase.Result(
        results.stream().mapToLong(CallerPhase.Result::operations).sum(),
        results.stream().mapToLong(CallerPhase.Result::bytes).sum(),
        results.stream().mapToLong(CallerPhase.Result::nanos).sum(),
        latency,
        results.stream().mapToLong(CallerPhase.Result::verified).sum());
  }

  private void release() {
    endCompaction();
    set.ifPresent(ready -> ready.store().close());
    set = Optional.empty();
    delete(folder);
  }

  @Override
  public void close() {
    release();
    engine.close();
  }

  private static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try {
      if (Files.exists(folder)) {
        FolderTree.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
