package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.Blobs;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.record.Stamp;
import io.aumbry.store.state.StoredState;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RecordJudgeTest {
  private static final long LONG_AGO = 1_000;
  private static final long NOW = Duration.ofDays(100_000).toMillis();
  private static final BlobId ID = Blobs.id(new SplittableRandom(1));
  private static final LogPosition FIRST = new LogPosition(2, 640);
  private static final LogPosition SECOND = new LogPosition(3, 64);
  private static final StoredState ALIVE = StoredState.put(LONG_AGO, Expiry.NEVER);
  private static final StoredState DELETED = ALIVE.merge(ALIVE.delete(LONG_AGO));

  /** Home positions of the records in the log. */
  private final Set<LogPosition> places = new HashSet<>(Set.of(FIRST, SECOND));

  private final Set<BlobId> damaged = new HashSet<>();
  private long sealed = 100;
  private long acknowledged = 100;

  private boolean mayGo(RecordType type, StoredState says, LogPosition home, IndexEntry known) {
    return judge().mayGo(header(type, says), home, Optional.of(known));
  }

  private RecordJudge judge() {
    LifeRule rule = new LifeRule(Retention.defaults(), new Agreement(acknowledged, NOW), NOW);
    return new RecordJudge(rule, places::contains, () -> sealed, damaged::contains);
  }

  private static RecordHeader header(RecordType type, StoredState says) {
    return new RecordHeader(type, ID, says, new Stamp(50, 0, 0), 0, 10);
  }

  private boolean putMayGo(LogPosition home, IndexEntry known) {
    return mayGo(RecordType.PUT, ALIVE, home, known);
  }

  private boolean deleteMayGo(IndexEntry known) {
    return mayGo(RecordType.DELETE, ALIVE.delete(LONG_AGO), SECOND, known);
  }

  private static IndexEntry known(StoredState state, LogPosition put) {
    return new IndexEntry(ID, state, new PutPlace(put, 100, 10));
  }

  private static IndexEntry withoutPut(StoredState state) {
    return new IndexEntry(ID, state, PutPlace.NONE);
  }

  @Test
  void thePutThatTheIndexNamesGoesWithItsBlob() {
    assertThat(putMayGo(FIRST, known(ALIVE, FIRST))).isFalse();
    assertThat(putMayGo(FIRST, known(DELETED, FIRST))).isTrue();
  }

  @Test
  void thePutOfALiveBlobGoesIfTheLogHasItAgainBehind() {
    assertThat(putMayGo(FIRST, known(ALIVE, SECOND))).isTrue();
  }

  @Test
  void aRepeatedPutStaysUntilAllReplicasHaveIt() {
    acknowledged = 49;
    assertThat(putMayGo(FIRST, known(ALIVE, SECOND))).isFalse();
  }

  @Test
  void aPutStaysIfTheOneThatTheIndexNamesIsNotInTheLog() {
    places.remove(SECOND);
    assertThat(putMayGo(FIRST, known(ALIVE, SECOND))).isFalse();
  }

  @Test
  void aPutStaysIfTheIndexNamesAnEarlierOne() {
    assertThat(putMayGo(SECOND, known(ALIVE, FIRST))).isFalse();
  }

  /** Whether the log still has the PUT that the index names. */
  @Test
  void everyPutGoesWithItsBlob() {
    assertThat(putMayGo(SECOND, known(DELETED, FIRST))).isTrue();
    places.remove(SECOND);
    assertThat(putMayGo(FIRST, known(DELETED, SECOND))).isTrue();
  }

  /** It may read as intact again, and would then show the blob as alive. */
  @Test
  void aDeleteStaysWhileTheLogMayHaveADamagedPut() {
    places.remove(FIRST);
    damaged.add(ID);
    assertThat(deleteMayGo(known(DELETED, FIRST))).isFalse();
    RecordHeader delete = header(RecordType.DELETE, ALIVE.delete(LONG_AGO));
    assertThat(judge().mayGo(delete, SECOND, Optional.empty())).isFalse();
    assertThat(putMayGo(SECOND, known(DELETED, FIRST))).as("in any file").isTrue();
    damaged.clear();
    assertThat(deleteMayGo(known(DELETED, FIRST))).isTrue();
  }

  @Test
  void aPutThatTheIndexDoesNotKnowStays() {
    places.add(PutPlace.NONE.position());
    assertThat(putMayGo(FIRST, withoutPut(ALIVE))).isFalse();
    assertThat(putMayGo(FIRST, withoutPut(DELETED))).isFalse();
    assertThat(putMayGo(PutPlace.NONE.position(), withoutPut(DELETED))).isFalse();
  }

  @Test
  void aDeleteStaysWhileTheLogHasTheBytes() {
    assertThat(deleteMayGo(known(DELETED, FIRST))).isFalse();
    places.remove(FIRST);
    assertThat(deleteMayGo(known(DELETED, FIRST))).isTrue();
  }

  @Test
  void aDeleteWithoutBytesGoesByItsAge() {
    places.add(PutPlace.NONE.position());
    assertThat(deleteMayGo(withoutPut(DELETED))).isTrue();
  }

  @Test
  void aDeleteStaysUntilASegmentOfTheIndexKnowsOfIt() {
    places.remove(FIRST);
    sealed = 49;
    assertThat(deleteMayGo(known(DELETED, FIRST))).isFalse();
    sealed = 50;
    assertThat(deleteMayGo(known(DELETED, FIRST))).isTrue();
  }

  /** The blob was forgotten, or the index lags behind; only a segment can tell. */
  @Test
  void aChangeOfAnUnknownBlobStaysUntilASegmentOfTheIndexCoversIt() {
    RecordHeader delete = header(RecordType.DELETE, ALIVE.delete(LONG_AGO));
    sealed = 49;
    assertThat(judge().mayGo(delete, SECOND, Optional.empty())).isFalse();
    sealed = 50;
    assertThat(judge().mayGo(delete, SECOND, Optional.empty())).isTrue();
    assertThat(judge().mayGo(header(RecordType.PUT, ALIVE), FIRST, Optional.empty())).isFalse();
  }

  @Test
  void aChangeOfAnUnknownBlobStaysUntilAllReplicasHaveIt() {
    RecordHeader delete = header(RecordType.DELETE, ALIVE.delete(LONG_AGO));
    acknowledged = 49;
    assertThat(judge().mayGo(delete, SECOND, Optional.empty())).isFalse();
    acknowledged = 50;
    assertThat(judge().mayGo(delete, SECOND, Optional.empty())).isTrue();
  }
}
