package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which ended blobs, and which of their records, are offered to other replicas. */
final class OfferedRecordsTest {
  private static final Retention RETENTION = Retention.defaults();

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = new StoreFixture();
  private final StoreDisk disk =
      fixture.open(new CrashingDisk(random), StoreFixture.SMALL.withRetention(RETENTION));
  private final BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), 1000);
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private void delete(BlobId id) {
    assertThat(store.delete(id, now(), fixture.patient())).isEqualTo(new NodeResponse.Done());
  }

  private void pass(Duration span) {
    fixture.time().advance(span.toMillis());
  }

  private List<BlobId> offered() {
    return Blobs.offered(store, fixture.patient());
  }

  /** A replica that never had the blob would only get the DELETE. */
  @Test
  void theDeleteOfAnEarlierLifeIsNotOfferedOnceTheLastLifeHasEnded() {
    BlobId id = Blobs.id(random);
    Blobs.put(store, id, bytes(id), now() + Duration.ofDays(2).toMillis(), fixture.patient());
    delete(id);
    assertThat(Blobs.undelete(store, id, now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Done(1));
    pass(Duration.ofDays(9));
    assertThat(offered()).as("no agreement says that it has ended").containsExactly(id, id, id);
    store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {});
    assertThat(offered()).isEmpty();
  }

  /** An undelete accepted in time may still be on its way from a distant data centre. */
  @Test
  void aNewReplicaIsOfferedABlobThatMayHaveBeenUndeleted() {
    BlobId deleted = Blobs.id(random);
    Blobs.put(store, deleted, bytes(deleted), fixture.patient());
    BlobId expired = Blobs.id(random);
    long end = now() + Duration.ofDays(1).toMillis();
    Blobs.put(store, expired, bytes(expired), end, fixture.patient());
    delete(deleted);
    long ended = now();
    pass(RETENTION.deleted().multipliedBy(3));
    assertThat(offered()).as("no agreement").containsExactly(deleted, expired, deleted);
    Agreement old = new Agreement(Long.MAX_VALUE, ended + RETENTION.deleted().toMillis());
    store.compact(old, bytes -> {});
    assertThat(offered()).as("in step as of too early a time").containsExactly(deleted, deleted);
    try (StoreDisk elsewhere = fixture.open(new CrashingDisk(random), StoreFixture.SMALL)) {
      BlobStore late = elsewhere.create(Blobs.PARTITION);
      RecordBatch all = store.recordsAfter(0, Integer.MAX_VALUE, fixture.patient());
      Blobs.append(late, all, fixture.patient());
      Blobs.append(
          late, Blobs.undeleted(deleted, new Life(1, ended, ended + 1)), fixture.patient());
      assertThat(Blobs.read(late, deleted, fixture.patient()).content()).isEqualTo(bytes(deleted));
    }
    store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {});
    assertThat(offered()).as("all is known").containsExactly(deleted);
  }

  /** Otherwise it would show the blob until it gets the DELETE. */
  @Test
  void aReplicaThatMayHaveForgottenADeleteIsNotOfferedTheBlob() {
    BlobId id = Blobs.id(random);
    Blobs.put(store, id, bytes(id), fixture.patient());
    delete(id);
    long forgotten = now() + RETENTION.forgotten().toMillis();
    pass(RETENTION.forgotten().multipliedBy(2));
    assertThat(Blobs.offered(store, forgotten - 1, fixture.patient())).hasSize(2);
    assertThat(Blobs.offered(store, forgotten, fixture.patient())).as("the DELETE").hasSize(1);
  }

  /** This store may have missed an undelete, whatever the clock says. */
  @Test
  void aReplicaThatForgotNoDeleteIsOfferedABlobWithAnOldDelete() {
    BlobId id = Blobs.id(random);
    Blobs.put(store, id, bytes(id), fixture.patient());
    delete(id);
    pass(RETENTION.forgotten().multipliedBy(2));
    assertThat(offered()).containsExactly(id, id);
  }
}
