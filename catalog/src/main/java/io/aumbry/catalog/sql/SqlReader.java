package io.aumbry.catalog.sql;

import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.SqlConnections.Lease;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.sql.SQLException;

/** Runs statements that only read. */
final class SqlReader {
  private final SqlConnections pool;
  private final SqlEngine engine;
  private final SchemaMigration schema;

  SqlReader(SqlConnections pool, SqlEngine engine, SchemaMigration schema) {
    this.pool = pool;
    this.engine = engine;
    this.schema = schema;
  }

  <R> void run(Consistency consistency, Work<R> work, SqlCall<R> call) {
    if (call.begin()) {
      call.end(attempt(consistency, work, call));
    }
  }

  private <R> Attempt<R> attempt(Consistency consistency, Work<R> work, SqlCall<R> call) {
    try (Lease lease = pool.take(call.deadline())) {
      schema.require();
      return new Attempt.Done<>(
          switch (consistency) {
            case LATEST -> work.run(lease.connection());
            case SNAPSHOT, STALE -> frozen(lease, work);
          });
    } catch (SQLException e) {
      return new Attempt.Failed<>(engine.classify(e), e);
    } catch (RuntimeException e) {
      return new Attempt.Thrown<>(e);
    } catch (Error e) {
      return new Attempt.Thrown<>(
          new AumbryException(ErrorCode.INTERNAL, "A read failed: " + e, e));
    }
  }

  private <R> R frozen(Lease lease, Work<R> work) throws SQLException {
    engine.beginSnapshot(lease.connection());
    try {
      return work.run(lease.connection());
    } finally {
      lease.rollBack();
    }
  }
}
