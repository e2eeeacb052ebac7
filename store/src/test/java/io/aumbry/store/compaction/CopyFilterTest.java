package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.Blobs;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.record.Stamp;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CopyFilterTest {
  private static final LogPosition PLACE = new LogPosition(1, 64);
  private static final StoredState PUT = StoredState.put(1, 100);
  private static final StoredState DELETED = PUT.merge(PUT.delete(2));
  private static final StoredState UNDELETED = DELETED.merge(DELETED.undelete(3));
  private static final StoredState GONE = UNDELETED.merge(UNDELETED.delete(4));

  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<BlobId, IndexEntry> index = new HashMap<>();
  private boolean mayGo = true;
  private final CopyFilter filter =
      new CopyFilter(id -> Optional.ofNullable(index.get(id)), (header, home, known) -> mayGo);

  private IndexEntry known(StoredState state) {
    BlobId id = Blobs.id(random);
    IndexEntry entry = new IndexEntry(id, state, PutPlace.NONE);
    index.put(id, entry);
    return entry;
  }

  private boolean stays(RecordType type, StoredState says, BlobId id) throws IOException {
    return filter.stays(new RecordHeader(type, id, says, new Stamp(1, 0, 0), 0, 0), PLACE);
  }

  private Optional<IndexEntry> forgottenWith(RecordType type, StoredState says, BlobId id)
      throws IOException {
    return filter.forgottenWith(new RecordHeader(type, id, says, new Stamp(1, 0, 0), 0, 0), PLACE);
  }

  @Test
  void aChangeOfAnUnknownBlobGoesAndNothingIsForgottenAgain() throws IOException {
    BlobId unknown = Blobs.id(random);
    assertThat(stays(RecordType.DELETE, PUT.delete(2), unknown)).isFalse();
    assertThat(forgottenWith(RecordType.DELETE, PUT.delete(2), unknown)).isEmpty();
  }

  @Test
  void aRecordOfAnUnknownBlobThatMayNotGoStays() throws IOException {
    mayGo = false;
    assertThat(stays(RecordType.PUT, PUT, Blobs.id(random))).isTrue();
  }

  @Test
  void aRecordThatMayNotGoStaysAndItsBlobIsRemembered() throws IOException {
    mayGo = false;
    BlobId id = known(DELETED).id();
    assertThat(stays(RecordType.DELETE, PUT.delete(2), id)).isTrue();
    assertThat(forgottenWith(RecordType.DELETE, PUT.delete(2), id)).isEmpty();
  }

  @Test
  void aBlobIsForgottenWithItsLastChange() throws IOException {
    IndexEntry gone = known(GONE);
    assertThat(stays(RecordType.PUT, PUT, gone.id())).isFalse();
    assertThat(forgottenWith(RecordType.PUT, PUT, gone.id())).isEmpty();
    assertThat(forgottenWith(RecordType.DELETE, PUT.delete(2), gone.id())).isEmpty();
    assertThat(forgottenWith(RecordType.UNDELETE, DELETED.undelete(3), gone.id())).isEmpty();
    assertThat(forgottenWith(RecordType.DELETE, UNDELETED.delete(4), gone.id())).contains(gone);
  }

  /** Only then are the headers of the replaced files read again. */
  @Test
  void aRoundHasDroppedALastWordFromTheFirstOneOn() throws IOException {
    IndexEntry gone = known(GONE);
    StoredState last = UNDELETED.delete(4);
    stays(RecordType.PUT, PUT, gone.id());
    stays(RecordType.DELETE, PUT.delete(2), Blobs.id(random));
    mayGo = false;
    stays(RecordType.DELETE, last, gone.id());
    assertThat(filter.hasDroppedLastWord()).isFalse();
    mayGo = true;
    stays(RecordType.DELETE, last, gone.id());
    assertThat(filter.hasDroppedLastWord()).isTrue();
    stays(RecordType.PUT, PUT, gone.id());
    assertThat(filter.hasDroppedLastWord()).isTrue();
  }

  @Test
  void aBlobThatExpiredInItsFirstLifeIsForgottenWithItsPut() throws IOException {
    IndexEntry expired = known(PUT);
    assertThat(forgottenWith(RecordType.PUT, PUT, expired.id())).contains(expired);
    IndexEntry putTwice = known(StoredState.put(5, 100));
    assertThat(forgottenWith(RecordType.PUT, PUT, putTwice.id())).contains(putTwice);
  }

  @Test
  void aDeletedBlobIsKnownAfterItsPut() throws IOException {
    assertThat(forgottenWith(RecordType.PUT, PUT, known(DELETED).id())).isEmpty();
  }

  @Test
  void aBlobThatWasUndeletedAndExpiredIsKnownAfterItsPut() throws IOException {
    assertThat(forgottenWith(RecordType.PUT, PUT, known(UNDELETED).id())).isEmpty();
  }
}
