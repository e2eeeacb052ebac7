package io.aumbry.store.log;

import java.io.IOException;

/** Grows logs for tests of other packages. */
public final class SegmentsOfTests {
  private SegmentsOfTests() {}

  /** Seals the last segment of a log and adds an empty one. */
  public static void add(RecordLog log, long firstSequence) throws IOException {
    log.addSegment(firstSequence);
  }
}
