package io.aumbry.store.check;

import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.record.LogPosition;
import java.util.List;

/**
 * Whether the positions that the segments of an index note are where these records are: none may be
 * behind its record, or a reader that starts there would miss it.
 */
final class PositionCheck {
  private final List<IndexSegment> segments;
  private final Finding.Sink findings;
  private int segment = -1;
  private long[] pairs = {};
  private int next;

  /**
   * @param segments oldest first
   */
  PositionCheck(List<IndexSegment> segments, Finding.Sink findings) {
    this.segments = segments;
    this.findings = findings;
  }

  /** The next record of the log. */
  void add(long sequence, LogPosition home) {
    while (isBefore(sequence)) {
      next += 2;
    }
    if (next < pairs.length && pairs[next] == sequence && pairs[next + 1] > home.packed()) {
      findings.damage(
          segments.get(segment).path(),
          segments.get(segment).layout().tablesAt(),
          "says that record %d is at %s, it is at %s"
              .formatted(sequence, LogPosition.unpack(pairs[next + 1]), home),
          "replicas that pull from there miss it; delete the index files");
    }
  }

  /** Whether what comes next is of an earlier record; goes on to the next segment if need be. */
  private boolean isBefore(long sequence) {
    while (next >= pairs.length && segment + 1 < segments.size()) {
      segment++;
      pairs = segments.get(segment).positions();
      next = 0;
    }
    return next < pairs.length && pairs[next] < sequence;
  }
}
