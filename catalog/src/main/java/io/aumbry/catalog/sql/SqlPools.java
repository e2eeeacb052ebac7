package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The connections of a database and the threads that use them. */
final class SqlPools implements AutoCloseable {
  /** Of a reserved read, which may need many pages. */
  private static final Duration LONGEST_READ = Duration.ofMinutes(10);

  private final SqlEngine engine;
  private final SqlConnections writing;
  private final SqlThreads<SqlWriter> writers;
  private final SqlThreads<SqlReader> readers;

  /** One thread, for reads that must not wait for others. */
  private final SqlThreads<SqlReader> reserved;

  private final SqlConnections reservedConnections;

  private final Optional<SqlThreads<SqlReader>> replicas;
  private final SchemaMigration schema;
  private final List<SqlConnections> connections = new ArrayList<>();

  /**
   * The parameters of a database.
   *
   * @param engine of the database
   * @param replica of its read replica, if there is one
   * @param random secure
   */
  record Plan(
      SqlEngine engine,
      Optional<SqlEngine> replica,
      CatalogConfig.Limits limits,
      SchemaMigration schema,
      BlockingThreads threads,
      Time time,
      RandomGenerator random) {}

  /**
   * Threads of one kind, with a connection each.
   *
   * @param attempt the longest duration of a call
   */
  private record Threads(String name, int count, Duration attempt) {}

  SqlPools(Plan plan) {
    this.engine = plan.engine();
    this.schema = plan.schema();
    int writerCount = plan.engine().hasOneWriter() ? 1 : plan.limits().writers();
    this.writing = connections(plan, plan.engine(), "write", writerCount);
    Duration call = plan.limits().call();
    this.writers =
        threads(
            plan,
            new Threads("write", writerCount, call),
            () ->
                new SqlWriter(
                    writing,
                    plan.engine(),
                    plan.schema(),
                    new CommitMark(plan.time(), plan.random())));
    int readerCount = plan.limits().readers();
    this.readers = readers(plan, plan.engine(), new Threads("read", readerCount, call));
    Threads one = new Threads("reserved", 1, LONGEST_READ);
    this.reservedConnections = connections(plan, plan.engine(), one.name(), one.count());
    this.reserved = readers(plan, plan.engine(), one, reservedConnections);
    this.replicas =
        plan.replica()
            .map(engine -> readers(plan, engine, new Threads("replica", readerCount, call)));
  }

  private SqlThreads<SqlReader> readers(Plan plan, SqlEngine engine, Threads wanted) {
    return readers(plan, engine, wanted, connections(plan, engine, wanted.name(), wanted.count()));
  }

  private static SqlThreads<SqlReader> readers(
      Plan plan, SqlEngine engine, Threads wanted, SqlConnections pool) {
    return threads(plan, wanted, () -> new SqlReader(pool, engine, plan.schema()));
  }

  private SqlConnections connections(Plan plan, SqlEngine engine, String name, int size) {
    boolean writes = name.equals("write");
    SqlConnections pool =
        SqlConnections.open(
            new SqlConnections.Plan(
                name,
                writes ? engine.writing() : engine.reading(),
                size,
                writes,
                plan.limits().connect()),
            engine,
            plan.time());
    connections.add(pool);
    return pool;
  }

  private static <T> SqlThreads<T> threads(Plan plan, Threads wanted, Supplier<T> owned) {
    return new SqlThreads<>(
        plan.threads(),
        wanted.name(),
        new SqlThreads.Limits(plan.limits().waiting(), wanted.attempt()),
        Stream.generate(owned).limit(wanted.count()).toList());
  }

  Dialect dialect() {
    return engine.dialect();
  }

  SqlThreads<SqlWriter> writers() {
    return writers;
  }

  SqlThreads<SqlReader> readers() {
    return readers;
  }

  SqlThreads<SqlReader> reserved() {
    return reserved;
  }

  Optional<SqlThreads<SqlReader>> replicas() {
    return replicas;
  }

  boolean isReachable() {
    return !writing.isDown() && schema.isUsable();
  }

  /** Ends the reserved read that runs, which may be long, and refuses further ones. */
  void closeReserved() {
    reservedConnections.close();
    reserved.close();
  }

  @Override
  public void close() {
    writers.close();
    readers.close();
    closeReserved();
    replicas.ifPresent(SqlThreads::close);
    connections.forEach(SqlConnections::close);
  }
}
