package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.store.Blobs;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.SegmentLayout;
import io.aumbry.store.index.segment.SegmentWriter;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class BlobIndexTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final int MAX_ACTIVE = 16;

  private final SplittableRandom random = new SplittableRandom(1);
  private final CrashingDisk disk = new CrashingDisk(random);

  /** The sealing thread may run before the writer has synced the log. */
  @Test
  void aFullPartIsNotSealedBeforeItIsFrozen() throws IOException {
    disk.createFolder("s");
    BlobIndex index =
        BlobIndex.open(disk, "s", STORE, IndexLimits.ofParts(MAX_ACTIVE), IndexPages.none());
    boolean full = false;
    for (int i = 0; i < MAX_ACTIVE; i++) {
      LogPosition at = new LogPosition(1, 64 + 8L * i);
      index.put(
          Optional.empty(),
          new IndexEntry(Blobs.id(random), StoredState.put(1, 2), new PutPlace(at, 100, 10)));
      full = index.cover(i + 1, at, new LogPosition(1, 72 + 8L * i));
    }
    assertThat(full).isTrue();
    index.seal();
    assertThat(disk.list("s")).isEmpty();
    index.freeze();
    index.seal();
    assertThat(disk.list("s")).hasSize(1);
  }

  @Test
  void anUnfinishedSegmentIsRemovedAfterACrash() throws IOException {
    disk.createFolder("s");
    disk.create("s/index-00000000000000000001-00000000000000000016.idx.new").close();
    BlobIndex.open(disk, "s", STORE, IndexLimits.ofParts(MAX_ACTIVE), IndexPages.none());
    assertThat(disk.list("s")).isEmpty();
  }

  private IndexSegment segmentOf(List<BlobId> ids) throws IOException {
    ActiveIndex part = new ActiveIndex(ids.size(), 1, 1, RecordLog.start());
    for (BlobId id : ids) {
      part.put(new IndexEntry(id, StoredState.put(1, 2), new PutPlace(RecordLog.start(), 100, 10)));
    }
    disk.createFolder("s");
    IndexFiles files = new IndexFiles(disk, "s", STORE, IndexPages.none());
    String path = files.unfinished(part.coverage());
    try (SegmentWriter writer =
        new SegmentWriter(disk, path, STORE, part.coverage(), part.used())) {
      for (int offset : part.sortedOffsets()) {
        writer.add(part.entries(), offset);
      }
      writer.finish(part.positions().pairs(), ActiveIndex.UNKNOWN_USAGE);
    }
    return files.publish(part.coverage());
  }

  private static BlobId idMadeAt(long millis, RandomGenerator random) {
    return BlobId.create(
        new BlobId.Owner(1, 101, 5, false), BlobKind.SIMPLE, Blobs.PARTITION, millis, random);
  }

  /** Each page read for an absent id is a disk read that a PUT waits for. */
  @Test
  void fewAbsentIdsCostAPage() throws IOException {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      ids.add(Blobs.id(random));
    }
    IndexSegment segment = segmentOf(ids);
    int maybe = 0;
    for (int i = 0; i < 200_000; i++) {
      EntryKey absent = EntryKey.of(Blobs.id(random));
      maybe += segment.needsPage(absent, absent.hash()) ? 1 : 0;
    }
    assertThat(maybe / 200_000.0).isLessThan(0.0015);
    for (BlobId id : ids) {
      EntryKey key = EntryKey.of(id);
      assertThat(segment.needsPage(key, key.hash())).isTrue();
    }
  }

  @Test
  void blobsOfTheSameTimeShareAPage() throws IOException {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      ids.add(idMadeAt(Blobs.CREATED + i, random));
    }
    IndexSegment segment = segmentOf(ids);
    int turns = 0;
    int last = 0;
    for (BlobId id : ids) {
      int page = segment.pageOf(EntryKey.of(id));
      turns += page == last ? 0 : 1;
      last = page;
    }
    assertThat(turns).isEqualTo(SegmentLayout.pagesFor(ids.size()) - 1);
  }

  @Test
  void anIdOfAnotherTimeIsAbsentWithoutAPageRead() throws IOException {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      ids.add(Blobs.id(random));
    }
    IndexSegment segment = segmentOf(ids);
    for (int i = 0; i < 10_000; i++) {
      EntryKey later = EntryKey.of(idMadeAt(Blobs.CREATED + 1, random));
      assertThat(segment.needsPage(later, later.hash())).isFalse();
    }
  }

  @Test
  void theLastReaderClosesTheFilesOfMergedSegments() throws IOException {
    FaultyDisk counting = new FaultyDisk(disk);
    IndexFixture fixture = new IndexFixture(counting, random, 300);
    fixture.fill(IndexLimits.FAN_IN);
    fixture.index().seal();
    fixture.mergeAll();
    fixture.fill(1);
    fixture.index().seal();
    fixture.assertAllRight();
    assertThat(counting.openFiles()).isEqualTo(2).isEqualTo(fixture.index().segments());
    fixture.index().close();
    assertThat(counting.openFiles()).isZero();
  }

  @Test
  void aPartThatWasRemovedAltogetherIsGoneFromTheDisk() throws IOException {
    IndexFixture fixture = new IndexFixture(disk, random, 16);
    fixture.fill(3);
    for (BlobId id : fixture.ids()) {
      fixture.remove(id);
    }
    fixture.index().freeze();
    for (int part = 4; part < IndexLimits.FAN_IN; part++) {
      fixture.index().freeze();
    }
    fixture.index().seal();
    fixture.mergeAll();
    assertThat(fixture.index().segments()).isEqualTo(1);
    assertThat(fixture.index().bytesOnDisk()).as("no pages").isLessThan(2 * SegmentLayout.PAGE);
    for (BlobId id : fixture.ids()) {
      assertThat(fixture.index().find(id)).isEmpty();
    }
  }
}
