package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;

/** Runs transactions that may write. Belongs to one thread. */
final class SqlWriter {
  private final ConnectionPool pool;
  private final SqlEngine engine;
  private final Schema schema;
  private final CommitMark mark;

  SqlWriter(ConnectionPool pool, SqlEngine engine, Schema schema, CommitMark mark) {
    this.pool = pool;
    this.engine = engine;
    this.schema = schema;
    this.mark = mark;
  }

  <R> void run(Work<R> work, SqlCall<R> call) {
    if (call.begin()) {
      call.end(attempt(work, call));
    }
  }

  private <R> Attempt<R> attempt(Work<R> work, SqlCall<R> call) {
    try (Connection connection = pool.take(call.deadline())) {
      schema.require();
      return transact(connection, work, call);
    } catch (SQLException e) {
      mark.abandon();
      return new Attempt.Failed<>(engine.classify(e), e);
    } catch (RuntimeException e) {
      mark.abandon();
      return new Attempt.Thrown<>(e);
    } catch (Error e) {
      mark.abandon();
      return new Attempt.Thrown<>(
          new AumbryException(ErrorCode.INTERNAL, "A transaction failed: " + e, e));
    }
  }

  /** Closing the connection rolls back everything that was not committed. */
  private <R> Attempt<R> transact(Connection connection, Work<R> work, SqlCall<R> call)
      throws SQLException {
    CommitMark.Position position = mark.advance(connection);
    R value = work.run(connection);
    if (!call.beginCommit()) {
      connection.rollback();
      return new Attempt.Failed<>(
          SqlFailure.TIMED_OUT, new IllegalStateException("the request has left"));
    }
    try {
      connection.commit();
    } catch (SQLException e) {
      mark.abandon();
      if (engine.provesAbort(e)) {
        return new Attempt.Failed<>(engine.classify(e), e);
      }
      pool.discard(connection);
      return new Attempt.Unknown<>(value, position, e);
    }
    mark.committed();
    return new Attempt.Done<>(value);
  }
}
