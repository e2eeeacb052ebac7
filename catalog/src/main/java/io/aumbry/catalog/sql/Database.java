package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.RequestContext;

/**
 * Runs transactions on a bounded pool of platform threads, while the thread of the request parks.
 * Repeats a transaction that the database aborted because of a conflict (SQLSTATE 40001 or 40P01,
 * or {@code SQLITE_BUSY}).
 */
interface Database {
  /** Runs a transaction that only reads. */
  <R> R read(Work<R> work, RequestContext context);

  /**
   * Runs a transaction that may write.
   *
   * @param outcome finds out whether the transaction was committed, if the connection broke during
   *     COMMIT
   */
  <R> R write(Work<R> work, Outcome<R> outcome, RequestContext context);

  Dialect dialect();

  /** Asks the database for the result of a transaction; empty if it was not committed. */
  @FunctionalInterface
  interface Outcome<R> extends Work<java.util.Optional<R>> {}

  /** The engines. */
  enum Dialect {
    SQLITE,
    POSTGRESQL
  }
}
