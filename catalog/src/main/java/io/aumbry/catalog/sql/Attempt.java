package io.aumbry.catalog.sql;

import io.aumbry.catalog.sql.CommitMark.Position;

/** How one attempt to run a transaction ended. */
sealed interface Attempt<R> {
  /** Committed, or read. */
  record Done<R>(R value) implements Attempt<R> {}

  /** Nothing was committed, because of the database. */
  record Failed<R>(SqlFailure failure, Exception cause) implements Attempt<R> {}

  /** Nothing was committed, because the work threw. */
  record Thrown<R>(RuntimeException cause) implements Attempt<R> {}

  /**
   * COMMIT was sent, but its answer was lost.
   *
   * @param value the result, if it was committed
   * @param position by which the database can be asked
   */
  record Unknown<R>(R value, Position position, Exception cause) implements Attempt<R> {}
}
