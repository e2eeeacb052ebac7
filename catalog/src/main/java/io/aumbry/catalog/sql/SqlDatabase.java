package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database behind JDBC. An attempt runs on a thread of JDBC. The thread of the request decides
 * whether to repeat it, and pauses before it does.
 */
final class SqlDatabase implements Database {
  private static final Logger LOG = LoggerFactory.getLogger(SqlDatabase.class);

  /**
   * Enough for the broken connections of a pool after a restart of the server, and for pauses that
   * last longer than one failed attempt to connect keeps others from trying.
   */
  private static final int MOST_RECONNECTS = 11;

  /** Of a call of the read replica, so that the main database has time after it. */
  private static final Duration REPLICA_LIMIT = Duration.ofSeconds(1);

  private static final int REPLICA_SHARE = 3;

  private final SqlPools pools;
  private final SqlThreads<SqlReader> readers;
  private final RandomGenerator random;
  private final DatabaseMetrics metrics;

  SqlDatabase(SqlPools pools, RandomGenerator random, DatabaseMetrics metrics) {
    this(pools, pools.readers(), random, metrics);
  }

  private SqlDatabase(
      SqlPools pools,
      SqlThreads<SqlReader> readers,
      RandomGenerator random,
      DatabaseMetrics metrics) {
    this.pools = pools;
    this.readers = readers;
    this.random = random;
    this.metrics = metrics;
  }

  @Override
  public Database reserved() {
    return new SqlDatabase(pools, pools.reserved(), random, metrics);
  }

  @Override
  public Dialect dialect() {
    return pools.dialect();
  }

  @Override
  public <R> R read(Consistency consistency, Work<R> work, RequestContext context) {
    BiConsumer<SqlReader, SqlCall<R>> call =
        (reader, attempt) -> reader.run(consistency, work, attempt);
    if (consistency == Consistency.STALE && pools.replicas().isPresent()) {
      Attempt<R> attempt = attemptOnReplica(pools.replicas().get(), call, context);
      if (attempt instanceof Attempt.Done<R>(R value)) {
        return value;
      }
      metrics.replicaFailures().increment();
    }
    return repeat(readers, call, context);
  }

  private <R> Attempt<R> attemptOnReplica(
      SqlThreads<SqlReader> replicas,
      BiConsumer<SqlReader, SqlCall<R>> call,
      RequestContext context) {
    Time time = context.carrier().time();
    Duration share = context.deadline().remaining(time).dividedBy(REPLICA_SHARE);
    Duration limit = share.compareTo(REPLICA_LIMIT) < 0 ? share : REPLICA_LIMIT;
    try {
      return attempt(replicas, call, context.withDeadline(Deadline.after(limit, time)));
    } catch (AumbryException e) {
      return new Attempt.Thrown<>(e);
    }
  }

  @Override
  public <R> R write(Work<R> work, RequestContext context) {
    return repeat(pools.writers(), (writer, attempt) -> writer.run(work, attempt), context);
  }

  private <T, R> R repeat(
      SqlThreads<T> threads, BiConsumer<T, SqlCall<R>> call, RequestContext context) {
    RetryPause pause = new RetryPause(random);
    while (true) {
      switch (attempt(threads, call, context)) {
        case Attempt.Done<R>(R value) -> {
          return value;
        }
        case Attempt.Thrown<R>(RuntimeException cause) -> throw cause;
        case Attempt.Failed<R> failed -> pauseOrThrow(failed, pause, context);
        case Attempt.Unknown<R> unknown -> {
          if (wasCommitted(unknown, context)) {
            return unknown.value();
          }
        }
      }
    }
  }

  private <T, R> Attempt<R> attempt(
      SqlThreads<T> threads, BiConsumer<T, SqlCall<R>> call, RequestContext context) {
    Time time = context.carrier().time();
    long begin = time.monotonicNanos();
    Deadline limit = Deadline.after(threads.attemptLimit(), time);
    SqlCall<R> attempt = new SqlCall<>(context.deadline().earlierOf(limit), context.deadline());
    threads.submit(owned -> call.accept(owned, attempt));
    Attempt<R> result = attempt.await(context.carrier());
    metrics.record(threads.name(), result, time.monotonicNanos() - begin);
    return result;
  }

  private void pauseOrThrow(Attempt.Failed<?> failed, RetryPause pause, RequestContext context) {
    SqlFailure failure = failed.failure();
    boolean mayRepeat =
        switch (failure) {
          case CONFLICT -> true;
          case UNREACHABLE -> !beganWhileDown(failed, pause) && pause.count() < MOST_RECONNECTS;
          case TIMED_OUT, OUT_OF_SERVICE, BUG -> false;
        };
    if (!mayRepeat || !pause.rest(context)) {
      throw failure.exception(failed.cause());
    }
  }

  private static boolean beganWhileDown(Attempt.Failed<?> failed, RetryPause pause) {
    return pause.count() == 0 && failed.cause() instanceof SqlConnections.KnownDownException;
  }

  /** Asks until there is an answer. */
  private boolean wasCommitted(Attempt.Unknown<?> unknown, RequestContext context) {
    metrics.outcomesAsked().increment();
    LOG.atInfo()
        .addKeyValue("request", context.requestId())
        .addKeyValue("cause", unknown.cause().getMessage())
        .log("the answer to a COMMIT was lost; asking the database for the outcome");
    RetryPause pause = new RetryPause(random);
    do {
      if (ask(unknown, context) instanceof Attempt.Done<Boolean>(Boolean committed)) {
        return committed;
      }
    } while (pause.rest(context));
    throw new AumbryException(
        ErrorCode.OUTCOME_UNKNOWN,
        "The answer to a COMMIT was lost, and the database could not be asked for the outcome"
            + " before the deadline",
        unknown.cause());
  }

  private Attempt<Boolean> ask(Attempt.Unknown<?> unknown, RequestContext context) {
    Work<Boolean> question = connection -> CommitMark.wasCommitted(connection, unknown.position());
    try {
      return attempt(pools.writers(), (writer, call) -> writer.run(question, call), context);
    } catch (AumbryException e) {
      return new Attempt.Thrown<>(e);
    }
  }

  @Override
  public void close() {
    if (readers == pools.reserved()) {
      pools.closeReserved();
    } else {
      pools.close();
    }
  }
}
