package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.sql.Dialect;

/**
 * The limits of groups of changes and lookups.
 *
 * @param waiting changes or lookups that may wait; further ones fail
 * @param size of a group
 * @param commits groups of changes that run at a time
 * @param lookups groups of lookups that run at a time
 */
public record GroupLimits(int waiting, int size, int commits, int lookups) {
  private static final int USUAL_WAITING = 10_000;
  private static final int USUAL_SIZE = 256;

  /**
   * SQLite has one writer, and answers lookups from memory, which costs less than to wake a thread
   * for each. In PostgreSQL, some groups wait for the log or the network while others run.
   */
  public static GroupLimits of(Dialect dialect) {
    return switch (dialect) {
      case SQLITE -> new GroupLimits(USUAL_WAITING, USUAL_SIZE, 1, 1);
      case POSTGRESQL, CITUS -> new GroupLimits(USUAL_WAITING, USUAL_SIZE, 4, 2);
    };
  }

  /** Groups of one, for comparison. */
  public static GroupLimits single() {
    return new GroupLimits(USUAL_WAITING, 1, 64, 64);
  }

  RequestGroups.Limits forCommits() {
    return new RequestGroups.Limits(waiting, size, commits);
  }

  RequestGroups.Limits forLookups() {
    return new RequestGroups.Limits(waiting, size, lookups);
  }
}
