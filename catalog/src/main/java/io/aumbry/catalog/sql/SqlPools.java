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
  private final SqlEngine engine;
  private final Duration callTimeout;
  private final SqlConnections writing;
  private final SqlThreads<SqlWriter> writers;
  private final SqlThreads<SqlReader> readers;

  /** One thread, for reads that must not wait for others. */
  private final SqlThreads<SqlReader> reserved;

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

  SqlPools(Plan plan) {
    this.engine = plan.engine();
    this.schema = plan.schema();
    this.callTimeout = plan.limits().call();
    int writerCount = plan.engine().hasOneWriter() ? 1 : plan.limits().writers();
    this.writing = connections(plan, plan.engine(), "write", writerCount);
    this.writers =
        threads(
            plan,
            "write",
            writerCount,
            () ->
                new SqlWriter(
                    writing,
                    plan.engine(),
                    plan.schema(),
                    new CommitMark(plan.time(), plan.random())));
    int readerCount = plan.limits().readers();
    this.readers = readers(plan, plan.engine(), "read", readerCount);
    this.reserved = readers(plan, plan.engine(), "reserved", 1);
    this.replicas = plan.replica().map(engine -> readers(plan, engine, "replica", readerCount));
  }

  private SqlThreads<SqlReader> readers(Plan plan, SqlEngine engine, String name, int count) {
    SqlConnections pool = connections(plan, engine, name, count);
    return threads(plan, name, count, () -> new SqlReader(pool, engine, plan.schema()));
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

  private static <T> SqlThreads<T> threads(Plan plan, String name, int count, Supplier<T> owned) {
    return new SqlThreads<>(
        plan.threads(),
        name,
        plan.limits().waiting(),
        Stream.generate(owned).limit(count).toList());
  }

  Dialect dialect() {
    return engine.dialect();
  }

  /** The longest duration of one attempt. */
  Duration callTimeout() {
    return callTimeout;
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

  @Override
  public void close() {
    writers.close();
    readers.close();
    reserved.close();
    replicas.ifPresent(SqlThreads::close);
    connections.forEach(SqlConnections::close);
  }
}
