package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of a store, on a real file system. */
@Timeout(300)
final class BlobStoreTest {
  private static final StoreConfig LARGE =
      new StoreConfig(SyncPolicy.FSYNC, 16 << 20, 0, 64 << 20, 10_000, 2, 64);

  private final SplittableRandom random = new SplittableRandom(1);
  private final StoreFixture fixture = new StoreFixture();
  @TempDir Path folder;
  private StoreDisk disk;
  private BlobStore store;
  private final List<StoreDisk> others = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    disk = fixture.open(new FileSystemDisk(folder), LARGE);
    store = disk.create(Blobs.PARTITION);
  }

  @AfterEach
  void close() {
    others.forEach(StoreDisk::close);
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).as("unreleased buffers").isZero();
  }

  private void reopen() throws IOException {
    disk.close();
    disk = fixture.open(new FileSystemDisk(folder), LARGE);
    store = disk.open(Blobs.PARTITION);
  }

  private BlobId put(byte[] bytes) {
    BlobId id = Blobs.id(random);
    assertThat(Blobs.put(store, id, bytes, fixture.patient())).isEqualTo(new NodeResponse.Done());
    return id;
  }

  private byte[] bytes(int length) {
    return BytesOfTests.random(random, length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 200, 4096, 65_535, 65_536, 65_537, 262_144, 300_000, 5_000_000})
  void aBlobIsReadBeforeAndAfterARestart(int length) throws IOException {
    byte[] bytes = bytes(length);
    BlobId id = put(bytes);
    for (int round = 0; round < 2; round++) {
      Blobs.Read read = Blobs.read(store, id, fixture.patient());
      assertThat(read.content()).isEqualTo(bytes);
      assertThat(read.metadata()).isEqualTo(Blobs.metadata(id));
      reopen();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_536, 65_537, 262_144, 1_000_000})
  void aRangeYieldsTheBlocksThatCoverIt(int length) {
    byte[] bytes = bytes(length);
    BlobId id = put(bytes);
    for (int round = 0; round < 50; round++) {
      int first = random.nextInt(length);
      int last = random.nextInt(first, length + 10);
      Blobs.Read read =
          Blobs.read(
              store, id, new ByteRange.FromTo(first, last), ReadOptions.LIVE, fixture.patient());
      ReadResult.Found found = (ReadResult.Found) read.result();
      assertThat(found.header().contentSize()).isEqualTo(length);
      assertThat(found.header().contentFrom())
          .isLessThanOrEqualTo(first)
          .isGreaterThan(first - 65_536);
      int end = found.header().contentFrom() + found.header().contentLength();
      assertThat(end).isGreaterThanOrEqualTo(Math.min(length, last + 1));
      assertThat(read.content())
          .isEqualTo(Arrays.copyOfRange(bytes, found.header().contentFrom(), end));
      assertThat(BlockChecksums.of(Body.of(HeapBuffer.copyOf(read.content()))))
          .isEqualTo(found.header().checksums());
    }
  }

  @Test
  void aRangeAfterTheEndIsUnsatisfiableAndAnEmptyRangeHasNoContent() {
    BlobId id = put(bytes(100));
    assertThat(
            Blobs.read(store, id, new ByteRange.From(100), ReadOptions.LIVE, fixture.patient())
                .result())
        .isEqualTo(new NodeResponse.Unsatisfiable(100));
    Blobs.Read none =
        Blobs.read(store, id, new ByteRange.None(), ReadOptions.LIVE, fixture.patient());
    assertThat(none.content()).isEmpty();
    assertThat(none.metadata()).isEqualTo(Blobs.metadata(id));
    assertThat(((ReadResult.Found) none.result()).header().contentSize()).isEqualTo(100);
  }

  @Test
  void aSourceThatIsClosedEarlyReleasesItsBuffers() {
    BlobId id = put(bytes(2_000_000));
    ReadResult.Found found =
        (ReadResult.Found) store.read(id, new ByteRange.All(), ReadOptions.LIVE, fixture.patient());
    found.header().metadata().close();
    found.content().next().orElseThrow().close();
    found.content().close();
    assertThat(found.content().next()).isEmpty();
  }

  @Test
  void aSecondPutOfTheSameBytesSucceedsAndOfOtherBytesConflicts() {
    byte[] bytes = bytes(1000);
    BlobId id = put(bytes);
    long last = store.lastSequence();
    assertThat(Blobs.put(store, id, bytes, fixture.patient())).isEqualTo(new NodeResponse.Done());
    assertThat(Blobs.put(store, id, bytes(1000), fixture.patient()))
        .isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(Blobs.put(store, id, bytes(10), fixture.patient()))
        .isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(store.lastSequence()).isEqualTo(last);
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes);
  }

  @Test
  void aDeletedBlobStaysDeleted() throws IOException {
    byte[] bytes = bytes(1000);
    BlobId id = put(bytes);
    for (int round = 0; round < 2; round++) {
      assertThat(store.delete(id, Blobs.CREATED + 5, fixture.patient()))
          .isEqualTo(new NodeResponse.Done());
      assertThat(Blobs.put(store, id, bytes, fixture.patient())).isEqualTo(new NodeResponse.Done());
      assertThat(Blobs.read(store, id, fixture.patient()).result())
          .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
      Blobs.Read included =
          Blobs.read(
              store, id, new ByteRange.All(), new ReadOptions(true, true), fixture.patient());
      assertThat(included.content()).isEqualTo(bytes);
      assertThat(store.lastSequence()).isEqualTo(2);
      reopen();
    }
  }

  /** The sender would otherwise believe that it has deleted the blob. */
  @Test
  void aDeleteOfAnEarlierLifeNamesTheLifeThatGoesOn() {
    byte[] bytes = bytes(10);
    BlobId id = put(bytes);
    long now = fixture.time().wallMillis();
    store.delete(id, now, fixture.patient());
    assertThat(Blobs.undelete(store, id, now, fixture.patient()))
        .isEqualTo(new NodeResponse.Done(1));
    long last = store.lastSequence();
    assertThat(store.deleteLife(id, 0, now, fixture.patient())).isEqualTo(new NodeResponse.Done(1));
    assertThat(store.lastSequence()).isEqualTo(last);
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes);
  }

  @Test
  void anUnknownBlobIsNotFound() {
    BlobId id = Blobs.id(random);
    assertThat(Blobs.read(store, id, fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(store.delete(id, 1, fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void anExpiredBlobIsExpired() {
    BlobId id = Blobs.id(random);
    Blobs.put(store, id, bytes(10), fixture.time().wallMillis() + 1000, fixture.patient());
    assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(10);
    fixture.time().advance(1000);
    assertThat(Blobs.read(store, id, fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
    assertThat(store.delete(id, 1, fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
  }

  @Test
  void anIdThatDiffersOnlyInItsOwnerIsAnotherBlob() {
    BlobId id = put(bytes(10));
    BlobId other =
        new BlobId(
            id.flags(),
            id.dataCenter(),
            id.account() + 1,
            id.container(),
            id.partition(),
            id.uuid());
    assertThat(Blobs.read(store, other, fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(store.delete(other, 1, fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void contentThatDoesNotMatchItsChecksumsIsRefused() {
    Body content = Body.of(HeapBuffer.copyOf(bytes(100)));
    Body other = Body.of(HeapBuffer.copyOf(bytes(100)));
    BlobId id = Blobs.id(random);
    assertThatThrownBy(() -> store.put(Blobs.newBlob(id, other, 1), content, fixture.patient()))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("checksums");
    assertThat(store.lastSequence()).isZero();
  }

  @Test
  void recordsAreCopiedToAnotherReplica() throws IOException {
    List<BlobId> ids = new ArrayList<>();
    List<byte[]> contents = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      contents.add(bytes(random.nextInt(20) == 0 ? 700_000 : random.nextInt(3000)));
      ids.add(put(contents.getLast()));
    }
    store.delete(ids.get(3), 99, fixture.patient());
    BlobStore other = copyOf(store);
    assertThat(other.lastSequence()).isEqualTo(store.lastSequence());
    for (int i = 0; i < ids.size(); i++) {
      Blobs.Read read = Blobs.read(other, ids.get(i), fixture.patient());
      assertThat(read.content()).isEqualTo(i == 3 ? new byte[0] : contents.get(i));
    }
    RecordBatch summaries = store.summariesAfter(0, 1 << 20, fixture.patient());
    assertThat(Blobs.lacking(other, summaries, fixture.patient())).isEmpty();
    BlobId late = put(bytes(10));
    RecordBatch more = store.summariesAfter(summaries.last(), 1 << 20, fixture.patient());
    assertThat(Blobs.lacking(other, more, fixture.patient()))
        .extracting(MissingRecord::sequence)
        .containsExactly(store.lastSequence());
    assertThat(Blobs.read(other, late, fixture.patient()).content()).isEmpty();
    other.close();
  }

  /** Pulls all records in batches of many sizes, each batch twice. */
  private BlobStore copyOf(BlobStore source) throws IOException {
    StoreDisk second = fixture.open(new FileSystemDisk(folder.resolve("copy")), LARGE);
    others.add(second);
    BlobStore copy = second.create(Blobs.PARTITION);
    long at = 0;
    while (at < source.lastSequence()) {
      RecordBatch batch = source.recordsAfter(at, random.nextInt(100_000), fixture.patient());
      assertThat(batch.last()).isGreaterThan(at);
      copy.append(batch, fixture.patient());
      copy.append(batch, fixture.patient());
      batch.records().close();
      at = batch.last();
    }
    return copy;
  }

  @Test
  void aNewRecordWakesItsWaiters() throws InterruptedException {
    Thread waiting = Thread.startVirtualThread(() -> store.awaitRecordAfter(0, fixture.patient()));
    put(bytes(1));
    waiting.join();
    store.awaitRecordAfter(1, fixture.carrier().within(Duration.ofMillis(1)));
    assertThat(store.lastSequence()).isEqualTo(1);
  }

  @Test
  void aDroppedStoreIsGone() {
    put(bytes(1));
    assertThat(disk.stores()).containsExactly(Blobs.PARTITION);
    disk.drop(Blobs.PARTITION);
    assertThat(disk.stores()).isEmpty();
    assertThatThrownBy(() -> disk.open(Blobs.PARTITION)).isInstanceOf(AumbryException.class);
    BlobStore again = disk.create(Blobs.PARTITION);
    assertThat(again.lastSequence()).isZero();
    assertThat(again.id()).isNotEqualTo(store.id());
  }

  @Test
  void aFolderIsOpenInOnePlaceOnly() {
    assertThatThrownBy(() -> fixture.open(new FileSystemDisk(folder), LARGE))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("open in this process");
  }
}
