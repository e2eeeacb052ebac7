package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.Blobs;
import io.aumbry.store.HandTime;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The search for large blobs that have ended for good. */
final class ReapableBlobsTest {
  private static final String FOLDER = "s";
  private static final UUID STORE = new UUID(1, 2);
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);
  private static final PutPlace PLACE = new PutPlace(new LogPosition(1, 64), 100, 50);

  private final SplittableRandom random = new SplittableRandom(9);
  private final CrashingDisk disk = new CrashingDisk(random);
  private final HandTime time = new HandTime();
  private final List<IndexEntry> known = new ArrayList<>();
  private Compactor.IndexPass pass = known::forEach;
  private RecordLog log;
  private BlobIndex index;
  private Compactor compactor;

  @BeforeEach
  void open() throws IOException {
    disk.createFolder(FOLDER);
    log = RecordLog.create(disk, FOLDER, STORE, 1 << 16);
    index = BlobIndex.open(disk, FOLDER, STORE, IndexLimits.ofParts(32), IndexPages.none());
    compactor = new Compactor(log, index, Retention.defaults(), time, new NoDamage());
  }

  @AfterEach
  void close() throws IOException {
    index.close();
    log.close();
  }

  /** A writer with one accepted change that is not in the index yet. */
  private record Writer(Runnable accepted) implements WriterTurns {
    @Override
    public void settle() {
      accepted.run();
    }

    @Override
    public void sync() {}

    @Override
    public void forget(List<IndexEntry> entries) {}
  }

  private IndexEntry manifestIn(StoredState state) {
    BlobId id = BlobId.create(OWNER, BlobKind.MANIFEST, Blobs.PARTITION, Blobs.CREATED, random);
    return new IndexEntry(id, state, PLACE);
  }

  private List<BlobId> reapable(WriterTurns writer) {
    return reapable(writer, IdRange.START, 10);
  }

  private List<BlobId> reapable(WriterTurns writer, UUID after, int most) {
    long now = time.wallMillis();
    ReapRule rule = new ReapRule(Retention.defaults(), new Agreement(0, now), 1, now);
    return compactor.reapable(rule, after, most, writer, pass);
  }

  @Test
  void aSearchThatFailedIsRepeated() {
    long longAgo = time.wallMillis() - Duration.ofDays(30).toMillis();
    IndexEntry deleted = manifestIn(new StoredState(0, true, longAgo, Expiry.NEVER));
    compactor.changed(deleted);
    pass =
        visitor -> {
          throw new AumbryException(ErrorCode.TIMED_OUT, "the search took too long");
        };
    assertThatThrownBy(() -> reapable(new Writer(() -> {}))).isInstanceOf(AumbryException.class);
    known.add(deleted);
    pass = known::forEach;
    assertThat(reapable(new Writer(() -> {}))).containsExactly(deleted.id());
  }

  /** A suspended process may write a change long after it accepted it. */
  @Test
  void aBlobWhoseUndeleteWaitsForTheWriterIsNotReaped() {
    long longAgo = time.wallMillis() - Duration.ofDays(30).toMillis();
    IndexEntry deleted = manifestIn(new StoredState(0, true, longAgo, Expiry.NEVER));
    IndexEntry alive =
        new IndexEntry(deleted.id(), new StoredState(1, false, longAgo, Expiry.NEVER), PLACE);
    known.add(deleted);
    compactor.changed(deleted);
    assertThat(reapable(new Writer(() -> {}))).containsExactly(deleted.id());
    compactor.changed(deleted);
    assertThat(reapable(new Writer(() -> known.set(0, alive)))).isEmpty();
  }

  /** Otherwise blobs that cannot be reaped would hide the ones behind them for ever. */
  @Test
  void aSearchFindsTheFirstBlobsBehindAnId() {
    long longAgo = time.wallMillis() - Duration.ofDays(30).toMillis();
    for (int i = 0; i < 3; i++) {
      known.add(manifestIn(new StoredState(0, true, longAgo, Expiry.NEVER)));
    }
    known.sort(Comparator.comparing(IndexEntry::id));
    List<BlobId> ids = known.stream().map(IndexEntry::id).toList();
    WriterTurns writer = new Writer(() -> {});
    assertThat(reapable(writer, IdRange.START, 2)).isEqualTo(ids.subList(0, 2));
    assertThat(reapable(writer, ids.get(1).uuid(), 2)).containsExactly(ids.get(2));
    assertThat(reapable(writer, ids.get(2).uuid(), 2)).isEmpty();
    assertThat(reapable(writer, IdRange.START, 10)).isEqualTo(ids);
  }

  /** A change that is accepted after the wait would be judged by a time that it did not meet. */
  @Test
  void aRoundJudgesByTheTimeBeforeItWaitsForAcceptedChanges() throws IOException {
    long now = time.wallMillis();
    Retention retention = Retention.defaults();
    long deleted = now - retention.deleted().toMillis();
    BlobId id = BlobId.create(OWNER, BlobKind.SIMPLE, Blobs.PARTITION, Blobs.CREATED, random);
    IndexEntry ended = new IndexEntry(id, new StoredState(0, true, deleted, Expiry.NEVER), PLACE);
    Agreement agreement = new Agreement(0, now + Duration.ofDays(1).toMillis());
    long skew = retention.clockSkew().toMillis();
    compactor.round(agreement, new Writer(() -> time.advance(skew)), bytes -> {});
    assertThat(compactor.isOver(ended)).isFalse();
    compactor.round(agreement, new Writer(() -> {}), bytes -> {});
    assertThat(compactor.isOver(ended)).isTrue();
  }
}
