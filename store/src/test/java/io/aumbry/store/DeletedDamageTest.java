package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A blob whose first record is damaged is deleted, and undeleted or forgotten. */
@Timeout(60)
final class DeletedDamageTest {
  private static final String FOLDER = "partition-7";
  private static final String FIRST = FOLDER + "/log-0000000001.seg";
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 16 * 1024, 0, 1 << 20, 100, 1, 32);

  private final SplittableRandom random = new SplittableRandom(12);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private final BlobId id = Blobs.id(random);

  @BeforeEach
  void damage() {
    put(id);
    flip();
    StoreFixture.scrub(disk);
    assertThat(store.damaged().open()).isEqualTo(1);
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private void put(BlobId blob) {
    assertThat(Blobs.put(store, blob, new byte[500], fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
  }

  private List<BlobId> put(int count) {
    List<BlobId> put = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      put.add(Blobs.id(random));
      put(put.getLast());
    }
    return put;
  }

  private void flip() {
    Place place = Place.allIn(FIRST, medium.bytes(FIRST)).getFirst();
    medium.flip(FIRST, place.offset() + place.header() + 5, 1);
  }

  private void delete(BlobId blob) {
    store.delete(blob, now(), fixture.patient());
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private void compactAfter(Duration span) {
    fixture.time().advance(span.toMillis());
    while (store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {}).didSomething()) {
      disk.followUp(moved -> {});
    }
  }

  private void reopen() {
    disk.close();
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private boolean isDeleted() {
    return store.look(id, fixture.patient()).orElseThrow().state().deleted();
  }

  @Test
  void anUndeleteIsRefusedUntilTheBytesAreThereAgain() {
    delete(id);
    Life next = new Life(1, now(), now());
    assertThat(Blobs.codeOf(() -> store.undelete(id, next, fixture.patient())))
        .as("this replica is no copy")
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThat(store.look(id, fixture.patient()).orElseThrow().held()).isFalse();
    put(id);
    assertThat(store.undelete(id, next, fixture.patient())).isEqualTo(new NodeResponse.Done(1));
    assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(500);
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isZero();
  }

  /** The bytes may read as intact later, if the error was on their way from the disk. */
  @Test
  void theDeleteIsKnownWhileTheLogHasADamagedPut() throws IOException {
    List<BlobId> beside = put(24);
    put(id);
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isZero();
    put(30).forEach(this::delete);
    delete(id);
    put(60).forEach(this::delete);
    compactAfter(Duration.ofDays(8));
    compactAfter(Duration.ofDays(40));
    assertThat(medium.exists(FIRST)).as("most of it is live").isTrue();
    assertThat(isDeleted()).isTrue();

    disk.close();
    flip();
    StoreFixture.deleteIndex(medium, FOLDER);
    reopen();
    assertThat(isDeleted()).as("by an index from the log").isTrue();
    beside.forEach(this::delete);
    compactAfter(Duration.ofDays(8));
    compactAfter(Duration.ofDays(40));
    assertThat(medium.exists(FIRST)).isFalse();
    assertThat(medium.exists(FOLDER + "/quarantine")).as("the delete may go by its age").isFalse();
  }
}
