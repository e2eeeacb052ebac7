package io.aumbry.catalog.sql;

import io.aumbry.catalog.sql.SqlConnections.Lease;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;

/** Runs transactions that may write. Belongs to one thread. */
final class SqlWriter {
  private final SqlConnections pool;
  private final SqlEngine engine;
  private final SchemaMigration schema;
  private final CommitMark mark;

  SqlWriter(SqlConnections pool, SqlEngine engine, SchemaMigration schema, CommitMark mark) {
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
    try (Lease lease = pool.take(call.deadline())) {
      schema.require();
      return transact(lease, work, call);
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

  private <R> Attempt<R> transact(Lease lease, Work<R> work, SqlCall<R> call) throws SQLException {
    Connection connection = lease.connection();
    engine.begin(connection);
    CommitMark.Position position;
    R value;
    try {
      position = mark.advance(connection);
      value = work.run(connection);
    } catch (SQLException | RuntimeException | Error e) {
      lease.rollBack();
      throw e;
    }
    if (!call.beginCommit()) {
      mark.abandon();
      lease.rollBack();
      return new Attempt.Failed<>(
          SqlFailure.TIMED_OUT, new IllegalStateException("the request has left"));
    }
    return commit(lease, value, position);
  }

  private <R> Attempt<R> commit(Lease lease, R value, CommitMark.Position position) {
    try {
      engine.commit(lease.connection());
    } catch (SQLException e) {
      mark.abandon();
      if (engine.provesAbort(e)) {
        lease.rollBack();
        return new Attempt.Failed<>(engine.classify(e), e);
      }
      lease.discard();
      return new Attempt.Unknown<>(value, position, e);
    } catch (RuntimeException | Error e) {
      mark.abandon();
      lease.discard();
      return new Attempt.Unknown<>(value, position, new IllegalStateException(e));
    }
    mark.committed();
    return new Attempt.Done<>(value);
  }
}
