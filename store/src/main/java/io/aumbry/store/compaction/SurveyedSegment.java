package io.aumbry.store.compaction;

import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.RecordLog.SealedSegment;
import io.aumbry.store.record.RecordHeader;
import java.time.Duration;

/**
 * The surveyed records of a file, counted by the reason for keeping them, and an estimate of
 * records that have ended since. Not thread-safe.
 */
final class SurveyedSegment {
  /** Due records that must stay are surveyed again after this time. */
  private static final long INTERVAL = Duration.ofHours(1).toMillis();

  private final SurveyMoment moment;
  private final GarbageByAge endings = new GarbageByAge();
  private long kept;

  /** Bytes that some replica lacks. */
  private long unacknowledged;

  private long lastUnacknowledged;

  /** Bytes of changes that keep their blobs deleted. */
  private long needed;

  SurveyedSegment(SurveyMoment moment) {
    this.moment = moment;
  }

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

  void found(long bytes) {
    kept = bytes;
  }

  /** An estimate. */
  SegmentUsage at(SurveyMoment other, SealedSegment file, DeletedBytes deaths) {
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
