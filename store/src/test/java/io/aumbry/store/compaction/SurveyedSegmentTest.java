package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.Blobs;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RecordLog.SealedSegment;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.record.Stamp;
import io.aumbry.store.state.StoredState;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The estimate for a file between two surveys. */
final class SurveyedSegmentTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = 24 * HOUR;
  private static final long NOW = 1000 * DAY;
  private static final Retention RETENTION = Retention.defaults();
  private static final BlobId ID = Blobs.id(new SplittableRandom(1));
  private static final StoredState ALIVE = StoredState.put(1, Expiry.NEVER);
  private static final SealedSegment FILE = new SealedSegment(4, 10_000, 4, 5);

  private final DeletedBytes deaths = new DeletedBytes();
  private final SurveyedSegment segment = new SurveyedSegment(moment(1, NOW, 100));

  private static SurveyMoment moment(long round, long millis, long acknowledged) {
    Agreement agreement = new Agreement(acknowledged, millis);
    LifeRule rule = new LifeRule(RETENTION, agreement, millis);
    return new SurveyMoment(round, rule, agreement, (header, home, known) -> false, millis);
  }

  private long stays(RecordType type, StoredState state, long sequence) {
    RecordHeader record = new RecordHeader(type, ID, state, new Stamp(sequence, 0, 0), 0, 500);
    segment.stays(record, new IndexEntry(ID, state, new PutPlace(RecordLog.start(), 100, 0)));
    return record.recordLength();
  }

  private SegmentUsage at(long round, long millis, long acknowledged) {
    return segment.at(moment(round, millis, acknowledged), FILE, deaths);
  }

  private static SegmentUsage usage(long kept, long ending, boolean estimated) {
    return new SegmentUsage(4, 10_000, kept, ending, estimated);
  }

  @Test
  void recordsOfLiveBlobsStay() {
    stays(RecordType.PUT, ALIVE, 1);
    segment.found(9000);
    assertThat(at(2, NOW + 1000 * DAY, 100)).isEqualTo(usage(9000, 0, false));
  }

  @Test
  void anExpiredRecordIsGarbageFromItsExpiry() {
    long length = stays(RecordType.PUT, StoredState.put(1, NOW + DAY), 1);
    segment.found(9000);
    long from = NOW + 2 * DAY + HOUR;
    // A single time is rounded up by less than a millisecond.
    assertThat(at(2, from - 1, 100)).isEqualTo(usage(9000, length, false));
    assertThat(at(2, from, 100)).isEqualTo(usage(9000 - length, 0, true));
    assertThat(at(1, from, 100)).as("found just now").isEqualTo(usage(9000 - length, 0, false));
  }

  @Test
  void aRecordThatIsDueAtTheSurveyIsNotWaitedFor() {
    StoredState deleted = ALIVE.merge(ALIVE.delete(NOW - 7 * DAY - HOUR));
    long length = stays(RecordType.PUT, deleted, 1);
    segment.found(9000);
    assertThat(at(2, NOW + HOUR - 1, 100)).isEqualTo(usage(9000, length, false));
    assertThat(at(2, NOW + HOUR, 100)).isEqualTo(usage(9000 - length, 0, true));
    assertThat(at(2, NOW - HOUR, 100)).as("a clock set back").matches(SegmentUsage::estimated);
  }

  @Test
  void aBlobDeletedAfterTheSurveyCounts() {
    segment.found(9000);
    deaths.add(4, NOW, 700);
    deaths.add(5, NOW, 50);
    deaths.add(6, NOW, 1);
    deaths.add(3, NOW, 1);
    assertThat(at(2, NOW + HOUR - 1, 100)).isEqualTo(usage(9000, 750, false));
    assertThat(at(2, NOW + HOUR, 100)).isEqualTo(usage(8250, 0, true));
  }

  @Test
  void moreDeletedBytesThanTheFileHasLeaveZero() {
    segment.found(600);
    deaths.add(4, NOW, 700);
    deaths.add(5, NOW + 10 * DAY, 800);
    assertThat(at(2, NOW + HOUR, 100)).isEqualTo(usage(0, 0, true));
  }

  @Test
  void endingBytesAreAtMostTheKeptBytes() {
    segment.found(600);
    deaths.add(5, NOW + 10 * DAY, 800);
    assertThat(at(2, NOW + HOUR, 100)).isEqualTo(usage(600, 600, false));
  }

  @Test
  void recordsThatReplicasLackedAreGarbageOnceTheyHaveTheLast() {
    StoredState deleted = ALIVE.merge(ALIVE.delete(1));
    long length = stays(RecordType.PUT, deleted, 120);
    length += stays(RecordType.PUT, deleted, 110);
    segment.found(9000);
    assertThat(at(2, NOW + DAY, 119)).isEqualTo(usage(9000, length, false));
    assertThat(at(2, NOW, 120)).isEqualTo(usage(9000 - length, 0, true));
  }
}
