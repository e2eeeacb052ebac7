package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.entropy.RangeDigest;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.inspect.StoppedFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Changes that are left in a file after their blob was forgotten. Compaction drops the last change
 * of a blob with one file, while earlier changes may be in a file that is not worth a rewrite.
 */
final class LeftoverChangesTest {
  private static final int LENGTH = 1000;
  private static final int IN_SEGMENT = 14;

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private final BlobId id = Blobs.id(random);

  @BeforeEach
  void forgetABlobWithAnEarlierChangeElsewhere() {
    Blobs.put(store, id, new byte[LENGTH], now() + days(300), fixture.patient());
    assertThat(store.updateTtl(id, fixture.patient())).isEqualTo(new NodeResponse.Done());
    List<BlobId> sameFile = put(IN_SEGMENT / 2);
    put(4 * IN_SEGMENT);
    delete(List.of(id));
    delete(sameFile);
    delete(put(10 * IN_SEGMENT));
    put(2 * IN_SEGMENT);
    reopen();
    pass(8);
    compact();
    assertThat(Blobs.offered(store, fixture.patient())).as("its delete").containsOnlyOnce(id);
    pass(40);
    compact();
    assertThat(store.look(id, fixture.patient())).as("it is forgotten").isEmpty();
    assertThat(Blobs.ofAll(store, fixture.patient())).as("its TTL update is kept").contains(id);
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static long days(int days) {
    return Duration.ofDays(days).toMillis();
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private void pass(int days) {
    fixture.time().advance(days(days));
  }

  private List<BlobId> put(int count) {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(Blobs.id(random));
      Blobs.put(store, ids.getLast(), new byte[LENGTH], fixture.patient());
    }
    return ids;
  }

  private void delete(List<BlobId> ids) {
    ids.forEach(each ->
        assertThat(store.delete(each, now(), fixture.patient()))
            .isEqualTo(new NodeResponse.Done()));
  }

  private void reopen() {
    disk.close();
    disk = fixture.open(medium, CompactionTest.CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private void compact() {
    Agreement agreement = new Agreement(Long.MAX_VALUE, now());
    int rounds = 0;
    while (store.compact(agreement, bytes -> {}).didSomething()) {
      assertThat(++rounds).isLessThan(100);
    }
  }

  @Test
  void otherReplicasAreNotOfferedThem() {
    assertThat(Blobs.offered(store, fixture.patient())).doesNotContain(id);
  }

  private void rebuildIndex() throws IOException {
    disk.close();
    StoreFixture.deleteIndex(medium, "partition-7");
    disk = fixture.open(medium, CompactionTest.CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private List<RangeDigest> digests() {
    ReplicaComparison comparison = store.comparison();
    return comparison.digests(
        List.of(IdRange.madeUntil(now())), comparison.scope(now()), fixture.patient());
  }

  /** Seed 321081: replicas that had forgotten the blob were never proven to agree. */
  @Test
  void theyAreNoDifferenceToOtherReplicasAfterARebuildOfTheIndex() throws IOException {
    List<RangeDigest> before = digests();
    rebuildIndex();
    assertThat(store.look(id, fixture.patient())).as("the index knows them again").isPresent();
    assertThat(digests()).isEqualTo(before);
  }

  @Test
  void otherReplicasAreNotOfferedThemAfterARebuildOfTheIndex() throws IOException {
    rebuildIndex();
    compact();
    assertThat(Blobs.offered(store, fixture.patient())).doesNotContain(id);
  }

  @Test
  void theNextRewriteOfTheirFileDropsThem() {
    List<BlobId> rest = Blobs.ofAll(store, fixture.patient());
    delete(rest.subList(0, 3 * IN_SEGMENT).stream().filter(each -> !each.equals(id)).toList());
    put(IN_SEGMENT);
    reopen();
    pass(8);
    compact();
    assertThat(Blobs.ofAll(store, fixture.patient())).doesNotContain(id);
  }

  /** Seed 91856: the index knows the blob by the delete alone, and the log by both. */
  @Test
  void theyAreNoDamageIfADeleteOfTheBlobComesAgain() throws IOException {
    assertThat(store.deleteLife(id, BlobState.FINAL_LIFE, now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Done(BlobState.FINAL_LIFE));
    put(2 * IN_SEGMENT);
    reopen();
    disk.close();
    assertThat(StoppedFiles.damages(medium, "partition-7", now())).isEmpty();
  }
}
