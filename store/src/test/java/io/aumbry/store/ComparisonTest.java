package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.entropy.Difference;
import io.aumbry.store.entropy.RangeDigest;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.entropy.ReplicaComparison.Differences;
import io.aumbry.store.entropy.ReplicaComparison.Listing;
import io.aumbry.store.entropy.ReplicaComparison.Recalled;
import io.aumbry.store.entropy.ReplicaComparison.Share;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two stores of a partition find their differences and exchange missing records. */
@Timeout(300)
final class ComparisonTest {
  private static final int LENGTH = 300;
  private static final IdRange ALL = IdRange.madeUntil(Blobs.CREATED);

  private final SplittableRandom random = new SplittableRandom(5);
  private final StoreFixture fixture = new StoreFixture();
  private final StoreDisk oneDisk =
      fixture.open(new CrashingDisk(random.split()), CompactionTest.CONFIG);
  private final StoreDisk otherDisk =
      fixture.open(new CrashingDisk(random.split()), CompactionTest.CONFIG);
  private final BlobStore one = oneDisk.create(Blobs.PARTITION);
  private final BlobStore other = otherDisk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    oneDisk.close();
    otherDisk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.hashCode()), LENGTH);
  }

  private void put(BlobId id, long expiry, BlobStore... stores) {
    for (BlobStore store : stores) {
      assertThat(Blobs.put(store, id, bytes(id), expiry, fixture.patient()))
          .isEqualTo(new NodeResponse.Done());
    }
  }

  private BlobId put(BlobStore... stores) {
    BlobId id = Blobs.id(random);
    put(id, Expiry.NEVER, stores);
    return id;
  }

  private void delete(BlobId id, BlobStore... stores) {
    for (BlobStore store : stores) {
      assertThat(store.delete(id, now(), fixture.patient())).isInstanceOf(NodeResponse.Done.class);
    }
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private Scope scope() {
    return one.comparison().scope(now());
  }

  /** Differences between two stores, by ranges with different digests. */
  private List<Difference> differences(BlobStore here, BlobStore there) {
    List<Difference> found = new ArrayList<>();
    List<Share> mine = here.comparison().cut(ALL, 100, scope(), fixture.patient());
    List<RangeDigest> theirs =
        there
            .comparison()
            .digests(mine.stream().map(Share::range).toList(), scope(), fixture.patient());
    assertThat(theirs).hasSameSizeAs(mine);
    for (int i = 0; i < mine.size(); i++) {
      if (!theirs.get(i).equals(mine.get(i).digest())) {
        found.addAll(differences(mine.get(i).range(), here, there));
      }
    }
    return found;
  }

  private List<Difference> differences(IdRange range, BlobStore here, BlobStore there) {
    List<Difference> found = new ArrayList<>();
    IdRange rest = range;
    while (!rest.isEmpty()) {
      Listing listing = there.comparison().list(rest, 7, fixture.patient());
      Differences next = here.comparison().compare(rest, listing, scope(), fixture.patient());
      found.addAll(next.found());
      rest = rest.behind(next.covered().upTo());
    }
    return found;
  }

  private void repair(BlobStore here, BlobStore there) {
    List<BlobId> lacking =
        differences(here, there).stream().filter(Difference::isHere).map(Difference::id).toList();
    for (int done = 0; done < lacking.size(); ) {
      Recalled recalled =
          there
              .comparison()
              .recall(lacking.subList(done, lacking.size()), 2 * LENGTH, fixture.patient());
      try (var records = recalled.records()) {
        here.append(new RecordBatch(records, Long.MAX_VALUE), fixture.patient());
      }
      assertThat(recalled.covered()).isPositive();
      done += recalled.covered();
    }
  }

  private void assertTheSame() {
    assertThat(differences(one, other)).isEmpty();
    assertThat(differences(other, one)).isEmpty();
  }

  @Test
  void missingRecordsAreNamedAndFetched() {
    put(one, other);
    BlobId lost = put(other);
    BlobId kept = Blobs.id(random);
    put(kept, now() + 1_000_000, one, other);
    other.updateTtl(kept, fixture.patient());
    BlobId deleted = put(one, other);
    delete(deleted, other);
    BlobId back = put(one, other);
    delete(back, other);
    Blobs.undelete(other, back, now(), fixture.patient());
    assertThat(differences(one, other))
        .containsExactlyInAnyOrder(
            new Difference(lost, Difference.Kind.UNKNOWN_HERE),
            new Difference(kept, Difference.Kind.LACKING_HERE),
            new Difference(deleted, Difference.Kind.LACKING_HERE),
            new Difference(back, Difference.Kind.LACKING_HERE));
    assertThat(differences(other, one)).allMatch(found -> !found.isHere()).hasSize(4);
    repair(one, other);
    assertTheSame();
    for (BlobId id : List.of(lost, kept, deleted, back)) {
      assertThat(one.look(id, fixture.patient())).isEqualTo(other.look(id, fixture.patient()));
    }
    assertThat(Blobs.read(one, lost, fixture.patient()).content()).isEqualTo(bytes(lost));
    assertThat(Blobs.read(one, lost, fixture.patient()).metadata()).isEqualTo(Blobs.metadata(lost));
  }

  /** Each change reaches one of the stores or both; in the end both agree. */
  @Test
  void replicasConvergeWhicheverSideChanges() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      BlobStore[] which =
          switch (random.nextInt(6)) {
            case 0 -> new BlobStore[] {one};
            case 1 -> new BlobStore[] {other};
            default -> new BlobStore[] {one, other};
          };
      if (ids.isEmpty() || random.nextInt(3) == 0) {
        BlobId id = Blobs.id(random);
        put(id, random.nextBoolean() ? Expiry.NEVER : now() + 1_000_000_000, which);
        ids.add(id);
      } else {
        change(ids.get(random.nextInt(ids.size())), which);
      }
      fixture.time().advance(1);
    }
    assertThat(differences(one, other)).isNotEmpty();
    repair(one, other);
    repair(other, one);
    assertTheSame();
    for (BlobId id : ids) {
      assertThat(one.look(id, fixture.patient())).isEqualTo(other.look(id, fixture.patient()));
    }
  }

  private void change(BlobId id, BlobStore... stores) {
    int what = random.nextInt(3);
    for (BlobStore store : stores) {
      switch (what) {
        case 0 -> store.delete(id, now(), fixture.patient());
        case 1 -> store.updateTtl(id, fixture.patient());
        default -> Blobs.undelete(store, id, now(), fixture.patient());
      }
    }
  }

  @Test
  void recordsThatOnlyOneReplicaHasCompactedAreNoDifference() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      BlobId id = Blobs.id(random);
      put(id, i % 2 == 0 ? Expiry.NEVER : now() + 1_000, one, other);
      ids.add(id);
      if (i % 3 == 0) {
        delete(id, one, other);
      }
    }
    for (int days = 0; days < 80; days++) {
      fixture.time().advance(Duration.ofDays(1).toMillis());
      compact(one);
      assertTheSame();
    }
    assertThat(one.usage().freed()).isPositive();
    assertThat(ids).anyMatch(id -> one.look(id, fixture.patient()).isEmpty());
    assertThat(ids).allMatch(id -> other.look(id, fixture.patient()).isPresent());
  }

  private void compact(BlobStore store) {
    while (store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {}).didSomething()) {
      // Until nothing remains.
    }
  }

  /** The index knows where the bytes were. */
  @Test
  void droppedBytesOfAnUndeletedBlobAreFetchedAgain() {
    BlobId back = put(one, other);
    delete(back, one);
    for (int i = 0; i < 300; i++) {
      delete(put(one, other), one, other);
    }
    fixture.time().advance(Duration.ofDays(12).toMillis());
    compact(one);
    delete(back, other);
    Blobs.undelete(other, back, now(), fixture.patient());
    repair(one, other);
    assertThat(differences(one, other))
        .containsExactly(new Difference(back, Difference.Kind.LACKING_HERE));
    repair(one, other);
    assertTheSame();
    assertThat(Blobs.read(one, back, fixture.patient()).content()).isEqualTo(bytes(back));
  }

  @Test
  void anOldDeleteReachesAReplicaThatMissedIt() {
    BlobId id = put(one, other);
    delete(id, other);
    fixture.time().advance(Duration.ofDays(12).toMillis());
    repair(other, one);
    repair(one, other);
    assertThat(one.look(id, fixture.patient()).orElseThrow().state().deleted()).isTrue();
    assertTheSame();
  }

  @Test
  void rangesAreCutByTheirBlobsAndCoverAllIds() {
    for (int i = 0; i < 2 * ReplicaComparison.BLOBS_IN_RANGE + 10; i++) {
      put(one);
    }
    List<Share> shares = one.comparison().cut(ALL, 100, scope(), fixture.patient());
    assertThat(shares)
        .extracting(share -> share.digest().blobs())
        .containsExactly(ReplicaComparison.BLOBS_IN_RANGE, ReplicaComparison.BLOBS_IN_RANGE, 10);
    assertThat(shares.getFirst().range().after()).isEqualTo(IdRange.START);
    assertThat(shares.get(1).range().after()).isEqualTo(shares.getFirst().range().upTo());
    assertThat(shares.getLast().range().upTo()).isEqualTo(ALL.upTo());
    assertThat(one.comparison().cut(ALL, 1, scope(), fixture.patient()))
        .containsExactly(shares.getFirst());
    List<RangeDigest> digests = one.comparison().digests(List.of(ALL), scope(), fixture.patient());
    assertThat(digests.getFirst().blobs()).isEqualTo(2 * ReplicaComparison.BLOBS_IN_RANGE + 10);
  }

  @Test
  void onlyBlobsOlderThanForgottenDeletesMayBeForgotten() {
    BlobId id = Blobs.id(random);
    long forgotten = Duration.ofDays(30).toMillis();
    assertThat(one.comparison().mayBeForgotten(id, Blobs.CREATED + forgotten - 1)).isFalse();
    assertThat(one.comparison().mayBeForgotten(id, Blobs.CREATED + forgotten)).isTrue();
  }
}
