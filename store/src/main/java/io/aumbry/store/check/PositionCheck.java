package io.aumbry.store.check;

import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.record.LogPosition;
import java.util.List;

/**
 * Checks the positions in index segments: a position after its record would make a reader miss the
 * record.
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

  /** Adds the next record of the log. */
  void add(long sequence, LogPosition home) {
    while (isBefore(sequence)) {
      next += 2;
    }
    if (next < pairs.length && pairs[next] == sequence && pairs[next + 1] > home.packed()) {
      findings.damage(
          segments.get(segment).path(),
          segments.get(segment).layout().tablesAt(),
          "has record %d at %s, but it is at %s"
              .formatted(sequence, LogPosition.unpack(pairs[next + 1]), home),
          "replicas that pull from there miss it; delete the index files");
    }
  }

  /**
   * Whether the next position belongs to an earlier record. Advances to the next segment when
   * necessary.
   */
  private boolean isBefore(long sequence) {
    while (next >= pairs.length && segment + 1 < segments.size()) {
      segment++;
      pairs = segments.get(segment).positions();
      next = 0;
    }
    return next < pairs.length && pairs[next] < sequence;
  }
}
