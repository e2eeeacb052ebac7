package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deletes that no undelete can follow, and manifests that come too late. */
final class FinalDeleteTest {
  private static final Retention RETENTION = Retention.defaults();
  private static final int SIZE = 1_000;
  private static final ReadOptions ANY = new ReadOptions(true, true);
  private static final WriteResult DONE = new NodeResponse.Done(BlobState.FINAL_LIFE);

  private final SplittableRandom random = new SplittableRandom(3);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, StoreFixture.SMALL.withRetention(RETENTION));
  private BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private BlobId id(BlobKind kind) {
    return BlobId.create(new BlobId.Owner(1, 1, 1, false), kind, Blobs.PARTITION, now(), random);
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private WriteResult put(BlobId id) {
    byte[] bytes = BytesOfTests.random(new SplittableRandom(1), SIZE);
    return Blobs.put(store, id, bytes, fixture.patient());
  }

  private WriteResult deleteFinally(BlobId id, long millis) {
    return store.deleteLife(id, BlobState.FINAL_LIFE, millis, fixture.patient());
  }

  private WriteResult deleteIrrevocably(BlobId id) {
    return store.deleteLife(id, BlobState.IRREVOCABLE_LIFE, now(), fixture.patient());
  }

  /** The node starts again with another setting. */
  private void reopen(Retention retention) {
    disk.close();
    disk = fixture.open(medium, StoreFixture.SMALL.withRetention(retention));
    store = disk.open(Blobs.PARTITION);
  }

  @Test
  void anUnknownChunkCanBeDeletedAndItsPutIsRefusedLater() {
    BlobId chunk = id(BlobKind.CHUNK);
    assertThat(deleteFinally(chunk, now())).isEqualTo(DONE);
    assertThat(deleteFinally(chunk, now())).isEqualTo(DONE);
    assertThat(put(chunk)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
  }

  @Test
  void aDeleteThatIsDatedAheadOfThisClockIsRefused() {
    BlobId chunk = id(BlobKind.CHUNK);
    put(chunk);
    long skew = RETENTION.clockSkew().toMillis();
    assertThat(deleteFinally(chunk, now() + skew + 1)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(deleteFinally(chunk, now() + skew)).isEqualTo(DONE);
  }

  @Test
  void aManifestThatMayBeUndeletedIsNotFinallyDeleted() {
    BlobId manifest = id(BlobKind.MANIFEST);
    put(manifest);
    assertThat(deleteFinally(manifest, now())).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    store.delete(manifest, now(), fixture.patient());
    fixture.time().advance(RETENTION.deleted().toMillis() - 1);
    assertThat(deleteFinally(manifest, now())).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    fixture.time().advance(1);
    assertThat(deleteFinally(manifest, now())).isEqualTo(DONE);
  }

  @Test
  void aManifestThatMayBeUndeletedIsNotIrrevocablyDeleted() {
    BlobId manifest = id(BlobKind.MANIFEST);
    put(manifest);
    assertThat(deleteIrrevocably(manifest)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    store.delete(manifest, now(), fixture.patient());
    fixture.time().advance(RETENTION.deleted().toMillis() - 1);
    assertThat(deleteIrrevocably(manifest)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(isOver(manifest)).isFalse();
    fixture.time().advance(1);
    assertThat(isOver(manifest)).isTrue();
    assertThat(deleteIrrevocably(manifest))
        .isEqualTo(new NodeResponse.Done(BlobState.IRREVOCABLE_LIFE));
  }

  /** Its chunks may go, even if another replica dates the delete later. */
  @Test
  void aManifestThatIsOverIsNotUndeleted() {
    BlobId manifest = id(BlobKind.MANIFEST);
    put(manifest);
    store.delete(manifest, now(), fixture.patient());
    fixture.time().advance(RETENTION.deleted().toMillis());
    assertThat(isOver(manifest)).isTrue();
    Life life = new Life(1, now(), now());
    assertThat(store.undelete(manifest, life, fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    fixture.time().advance(-1);
    assertThat(store.undelete(manifest, life, fixture.patient()))
        .isEqualTo(new NodeResponse.Done(1));
  }

  private boolean isOver(BlobId id) {
    return store.look(id, fixture.patient()).orElseThrow().over();
  }

  /** Otherwise a longer retention would let it be undeleted after its chunks are gone. */
  @Test
  void anIrrevocableDeleteHoldsWhenTheRetentionIsRaised() {
    Retention longer =
        new Retention(RETENTION.deleted().multipliedBy(4), RETENTION.expired(), RETENTION.known());
    BlobId ended = id(BlobKind.MANIFEST);
    BlobId other = id(BlobKind.MANIFEST);
    put(ended);
    put(other);
    store.delete(ended, now(), fixture.patient());
    store.delete(other, now(), fixture.patient());
    fixture.time().advance(RETENTION.deleted().toMillis());
    assertThat(deleteIrrevocably(ended)).isInstanceOf(NodeResponse.Done.class);
    reopen(longer);
    assertThat(undelete(ended)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(store.updateTtl(ended, fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(undelete(other)).isEqualTo(new NodeResponse.Done(1));
    assertThat(reapable()).containsExactly(ended);
    assertThat(isOver(ended)).isTrue();
    assertThat(deleteFinally(ended, now())).isEqualTo(DONE);
    assertThat(reapable()).isEmpty();
  }

  private WriteResult undelete(BlobId id) {
    Life life = new Life(1, now() - RETENTION.deleted().toMillis(), now());
    return store.undelete(id, life, fixture.patient());
  }

  /** The reaper needs the list of chunks until all of them are deleted. */
  @Test
  void anIrrevocableDeleteKeepsTheBytes() {
    BlobId manifest = id(BlobKind.MANIFEST);
    put(manifest);
    store.delete(manifest, now(), fixture.patient());
    fixture.time().advance(RETENTION.deleted().toMillis());
    deleteIrrevocably(manifest);
    assertThat(Blobs.read(store, manifest, new ByteRange.All(), ANY, fixture.patient()).content())
        .hasSize(SIZE);
    assertThat(Blobs.read(store, manifest, fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED, BlobState.IRREVOCABLE_LIFE));
  }

  /** Otherwise a node whose clock is ahead would end an upload in progress. */
  @Test
  void anUnknownManifestThatMayStillComeIsNotFinallyDeleted() {
    BlobId manifest = id(BlobKind.MANIFEST);
    fixture.time().advance(RETENTION.uploads().toMillis() - 1);
    assertThat(deleteFinally(manifest, now())).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(deleteIrrevocably(manifest)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    fixture.time().advance(1);
    assertThat(deleteFinally(manifest, now())).isEqualTo(DONE);
    assertThat(put(manifest)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
  }

  @Test
  void aManifestThatComesAfterTheLimitOfUploadsIsRefused() {
    BlobId early = id(BlobKind.MANIFEST);
    BlobId late = id(BlobKind.MANIFEST);
    fixture.time().advance(RETENTION.uploads().toMillis() - 1);
    assertThat(put(early)).isEqualTo(new NodeResponse.Done());
    fixture.time().advance(1);
    assertThat(put(late)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(put(id(BlobKind.CHUNK))).isEqualTo(new NodeResponse.Done());
  }

  @Test
  void aBlobForANameThatComesAfterTheLimitOfUploadsIsRefused() {
    BlobId early = id(BlobKind.SIMPLE).withName();
    BlobId late = id(BlobKind.SIMPLE).withName();
    BlobId unnamed = id(BlobKind.SIMPLE);
    fixture.time().advance(RETENTION.uploads().toMillis() - 1);
    assertThat(put(early)).isEqualTo(new NodeResponse.Done());
    fixture.time().advance(1);
    assertThat(put(late)).isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    assertThat(put(unnamed)).isEqualTo(new NodeResponse.Done());
  }

  @Test
  void aManifestIsNamedUntilItIsFinallyDeleted() {
    BlobId manifest = id(BlobKind.MANIFEST);
    put(manifest);
    store.delete(manifest, now(), fixture.patient());
    fixture.time().advance(RETENTION.deleted().plus(Duration.ofHours(1)).toMillis() - 1);
    assertThat(reapable()).isEmpty();
    fixture.time().advance(1);
    assertThat(reapable()).containsExactly(manifest);
    assertThat(reapable()).containsExactly(manifest);
    assertThat(deleteFinally(manifest, now())).isEqualTo(DONE);
    assertThat(reapable()).isEmpty();
  }

  private List<BlobId> reapable() {
    return store.reapable(
        new Agreement(Long.MAX_VALUE, now()), 1, IdRange.START, 10, fixture.patient());
  }
}
