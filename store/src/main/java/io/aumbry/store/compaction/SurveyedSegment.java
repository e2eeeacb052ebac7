package io.aumbry.store.compaction;

import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.RecordLog.SealedSegment;
import io.aumbry.store.record.RecordHeader;
import java.time.Duration;

/**
 * The records that a survey found in one file of a log, and an estimate of those that have ended
 * since. Records that stay are counted by the reason for which they stay. One thread at a time.
 */
final class SurveyedSegment {
  /** What stays although its time has come is looked at again after that. */
  private static final long INTERVAL = Duration.ofHours(1).toMillis();

  private final SurveyMoment moment;
  private final Endings endings = new Endings();
  private long kept;

  /** Bytes that not all replicas have, and which of them is the last. */
  private long unacknowledged;

  private long lastUnacknowledged;

  /** Bytes of changes without which their blobs would come back. */
  private long needed;

  SurveyedSegment(SurveyMoment moment) {
    this.moment = moment;
  }

  /** A record stays for now. */
  void stays(RecordHeader record, IndexEntry known) {
    long from = moment.rule().goesFrom(record, known);
    if (from > moment.rule().horizon()) {
      endings.add(from, record.recordLength());
    } else if (moment.rule().isAcknowledged(record)) {
      needed += record.recordLength();
    } else {
      unacknowledged += record.recordLength();
      lastUnacknowledged = Math.max(lastUnacknowledged, record.stamp().sequence());
    }
  }

  /** All has been found: so many bytes stay. */
  void found(long bytes) {
    kept = bytes;
  }

  /** What the file has at another moment, as far as that can be said without looking at it. */
  SegmentUsage at(SurveyMoment other, SealedSegment file, Deaths deaths) {
    long horizon = other.rule().horizon();
    long due = endings.upTo(horizon) + deaths.upTo(horizon, file) + held(other);
    long ending = endings.total() + deaths.total(file) + unacknowledged + needed;
    return new SegmentUsage(
        file.number(),
        file.size(),
        Math.max(0, kept - due),
        Math.clamp(ending - due, 0, Math.max(0, kept - due)),
        due > 0 && other.round() != moment.round());
  }

  private long held(SurveyMoment other) {
    boolean isDue = Math.abs(other.wallMillis() - moment.wallMillis()) >= INTERVAL;
    boolean hasAll = other.agreement().acknowledged() >= lastUnacknowledged;
    return (isDue ? needed : 0) + (hasAll ? unacknowledged : 0);
  }
}
