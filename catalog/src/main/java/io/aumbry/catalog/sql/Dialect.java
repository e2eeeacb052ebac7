package io.aumbry.catalog.sql;

/** The SQL engines, and the few places in which their SQL differs. */
public enum Dialect {
  SQLITE,
  /** Also engines that speak PostgreSQL's protocol. */
  POSTGRESQL,
  /** PostgreSQL with an extension that distributes tables. */
  CITUS;

  /**
   * The end of a SELECT that locks its rows against changes until the transaction ends. In SQLite a
   * transaction that may write excludes all others anyway.
   */
  public String forUpdate() {
    return switch (this) {
      case SQLITE -> "";
      case POSTGRESQL, CITUS -> " FOR UPDATE";
    };
  }

  /** As {@link #forUpdate}, but several transactions may hold the lock. */
  public String forShare() {
    return switch (this) {
      case SQLITE -> "";
      case POSTGRESQL, CITUS -> " FOR SHARE";
    };
  }

  /**
   * As {@link #forShare}, but waits for no UPDATE that leaves the keys of its row unchanged. It
   * excludes only {@link #forUpdate} and DELETE.
   */
  public String forKeyShare() {
    return switch (this) {
      case SQLITE -> "";
      case POSTGRESQL, CITUS -> " FOR KEY SHARE";
    };
  }
}
