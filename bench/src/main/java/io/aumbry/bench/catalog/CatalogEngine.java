package io.aumbry.bench.catalog;

import io.aumbry.bench.catalog.CatalogFigures.Page;
import io.aumbry.bench.catalog.CatalogFigures.Rate;
import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.load.Limit;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.catalog.sql.name.GroupLimits;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.transport.loop.EventLoops;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/** Measures one database. Its callers run on event loops, as requests do. */
final class CatalogEngine implements AutoCloseable {
  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);
  private static final int FILLING_CALLERS = 512;

  private final String engine;
  private final CatalogPlan plan;
  private final EventLoops loops;
  private final SplittableRandom random;
  private final Database database;
  private final SqlNames grouped;
  private final SqlNames single;
  private final UUID writer;
  private final AtomicLong committed = new AtomicLong();

  CatalogEngine(String url, CatalogPlan plan, EventLoops loops, SplittableRandom random) {
    this.engine = url.startsWith("sqlite:") ? "SQLite" : "PostgreSQL";
    this.plan = plan;
    this.loops = loops;
    this.random = random;
    this.writer = new UUID(random.nextLong(), random.nextLong());
    this.database =
        Databases.open(
            CatalogConfig.defaults().withUrl(url),
            new DatabaseEnvironment(
                BlockingThreads.ofPlatform(), loops.time(), random.split(), new Metrics()));
    this.grouped = new SqlNames(database, CALL_LIMIT);
    this.single = new SqlNames(database, CALL_LIMIT, GroupLimits.single());
  }

  private record Threads(String name, List<Carrier> carriers) implements CallerPhase.Callers {
    @Override
    public void start(int caller, Runnable task) {
      carriers.get(caller % carriers.size()).start("bench-" + caller, task);
    }
  }

  /** Runs all measurements, and reports each as it ends. */
  void run(CatalogFigures figures, Consumer<String> progress) {
    BenchNames commits = newSet();
    openLease(commits);
    BenchNames listed = newSet();
    AtomicLong filled = new AtomicLong();
    fill(listed, filled, plan.names().getFirst());
    for (int callers : plan.callers()) {
      for (String variant : List.of("in groups", "one at a time")) {
        SqlNames names = variant.equals("in groups") ? grouped : single;
        Rate rate = rate("commits", callers, variant, turns(names, commits));
        figures.add(rate);
        progress.accept(CatalogReport.progress(rate));
        rate = rate("lookups", callers, variant, caller -> lookups(names, listed, caller));
        figures.add(rate);
        progress.accept(CatalogReport.progress(rate));
      }
    }
    for (int count : plan.names()) {
      fill(listed, filled, count);
      pages(listed, count, figures, progress);
    }
  }

  /** A container of its own, so that a database can be measured again. */
  private BenchNames newSet() {
    ContainerRef container =
        new ContainerRef(
            1 + random.nextInt(Integer.MAX_VALUE - 1), 1 + random.nextInt(Integer.MAX_VALUE - 1));
    return new BenchNames(container, writer, loops.time());
  }

  private void openLease(BenchNames set) {
    Mailbox<Boolean> opened = new Mailbox<>();
    onLoop(
        caller -> {
          grouped.apply(
              new WriterCommand.Open(writer, Duration.ofDays(1), loops.time().wallMillis()),
              new NameTurns.Lookups(caller, 1).context());
          opened.post(true);
        },
        set);
    opened.take();
  }

  private void onLoop(Consumer<NameTurns.Caller> task, BenchNames set) {
    carrier(0).start("bench", () -> task.accept(caller(grouped, set, 0)));
  }

  private Carrier carrier(int caller) {
    return loops.carriers().get(caller % loops.carriers().size());
  }

  private NameTurns.Caller caller(SqlNames names, BenchNames set, int caller) {
    synchronized (random) {
      return new NameTurns.Caller(names, set, carrier(caller), random.split());
    }
  }

  private IntFunction<NameTurns> turns(SqlNames names, BenchNames set) {
    return number -> new NameTurns.Commits(caller(names, set, number), committed, Long.MAX_VALUE);
  }

  private NameTurns lookups(SqlNames names, BenchNames set, int number) {
    return new NameTurns.Lookups(caller(names, set, number), plan.names().getFirst());
  }

  private CallerPhase phase() {
    return new CallerPhase(new Threads(engine, loops.carriers()), loops.time());
  }

  private Rate rate(String operation, int callers, String variant, IntFunction<NameTurns> turns) {
    phase().run(callers, Limit.duration(plan.warmUp()), turns);
    CallerPhase.Result result = phase().run(callers, Limit.duration(plan.duration()), turns);
    return new Rate(
        engine,
        operation,
        callers,
        variant,
        result.operations() * 1e9 / Math.max(1, result.nanos()),
        Latencies.of(result.latency()));
  }

  /** Creates names up to a count. */
  private void fill(BenchNames set, AtomicLong filled, int count) {
    if (filled.get() < count) {
      phase()
          .run(
              FILLING_CALLERS,
              Limit.requests(Long.MAX_VALUE),
              number -> new NameTurns.Commits(caller(grouped, set, number), filled, count));
      filled.set(count);
    }
  }

  private void pages(BenchNames set, int count, CatalogFigures figures, Consumer<String> progress) {
    for (PageKind kind : PageKind.values()) {
      Mailbox<Page> measured = new Mailbox<>();
      onLoop(caller -> measured.post(page(caller, kind, count)), set);
      Page page = measured.take();
      figures.add(page);
      progress.accept(CatalogReport.progress(page));
    }
  }

  private Page page(NameTurns.Caller caller, PageKind kind, int count) {
    NameTurns turns = new NameTurns.Lookups(caller, count);
    NameListing.Query query = kind.query(caller.set(), count);
    Histogram latency = CallerPhase.noLatency();
    int entries = 0;
    for (int i = 0; i < plan.pages(); i++) {
      long start = loops.time().monotonicNanos();
      entries = grouped.list(query, Freshness.CURRENT, turns.context()).entries().size();
      latency.recordValue(loops.time().monotonicNanos() - start);
    }
    return new Page(engine, count, kind.title(), entries, Latencies.of(latency));
  }

  @Override
  public void close() {
    database.close();
  }
}
