package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;

/**
 * Runs transactions on a bounded pool of platform threads, while the thread of the request parks.
 * The deadline of the request limits each call.
 *
 * <p>Calls fail with an {@link AumbryException}: {@link ErrorCode#OVERLOADED} if too many calls
 * wait, {@link ErrorCode#CATALOG_UNAVAILABLE} if the database cannot be reached or does not answer
 * in time.
 *
 * <p>Several commands can share a transaction: their work runs one after the other, and each
 * decides its own verdict by conditional statements. A command whose statements may fail sets a
 * {@linkplain java.sql.Connection#setSavepoint() savepoint} first and rolls back to it.
 */
public interface Database extends AutoCloseable {
  /** Reads the newest committed state. Each statement sees the state at its own start. */
  default <R> R read(Work<R> work, RequestContext context) {
    return read(Consistency.LATEST, work, context);
  }

  /** Runs statements that only read. */
  <R> R read(Consistency consistency, Work<R> work, RequestContext context);

  /**
   * Runs a transaction that may write. It is repeated if the database aborted it because of a
   * conflict. If the connection breaks during COMMIT, the database is asked for the outcome. The
   * call never fails for a transaction that was committed, unless the database cannot be asked
   * until the deadline; the error then says that the outcome is unknown.
   */
  <R> R write(Work<R> work, RequestContext context);

  /**
   * This database with a connection of its own for reads, which wait for no other reads. They may
   * last up to ten minutes, although a server must still answer each statement, and each page of
   * its rows, within {@code catalog.call-timeout}. Only {@link Consistency#STALE} ones may use the
   * read replica as before. Closing it ends its reads, which then fail, and leaves this database
   * open.
   */
  Database reserved();

  Dialect dialect();

  /** Lets the running transactions end, and closes the connections. */
  @Override
  void close();

  /** The state that reads see. */
  enum Consistency {
    /** Each statement sees everything that was committed before it began. */
    LATEST,
    /** All statements see the same committed state. */
    SNAPSHOT,
    /**
     * As {@link #SNAPSHOT}, but possibly from a read replica ({@code catalog.read-url}) that lags
     * behind.
     */
    STALE
  }
}
