package io.aumbry.store.log;

/** Tells recent writes of records that need no log. */
public final class WritesOfTests {
  private WritesOfTests() {}

  /** Large records from the start of a segment. */
  public static void largeRecords(RecentWrites recent, RecordLog log, long bytes) {
    recent.wrote(log.last(), 0, bytes, RecentWrites.LARGE);
  }
}
