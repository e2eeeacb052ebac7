package io.aumbry.store.compaction;

import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.RecordLog.SealedSegment;
import io.aumbry.store.record.RecordHeader;
import java.time.Duration;

/**
 * The records that a survey found in a file, and an estimate of records that have ended since.
 * Counts kept records by the reason for keeping them. Not thread-safe.
 */
final class SurveyedSegment {
  /** Due records that must stay are surveyed again after this time. */
  private static final long INTERVAL = Duration.ofHours(1).toMillis();

  private final SurveyMoment moment;
  private final Endings endings = new Endings();
  private long kept;

  /** Bytes that some replica lacks, and their last sequence number. */
  private long unacknowledged;

  private long lastUnacknowledged;

  /** Bytes of changes that must stay to keep their blobs deleted. */
  private long needed;

  SurveyedSegment(SurveyMoment moment) {
    this.moment = moment;
  }

  /** Counts a record that stays for now. */
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

  /** Ends the survey with the number of bytes to keep. */
  void found(long bytes) {
    kept = bytes;
  }

  /** Estimates the usage of the file at another moment. */
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
