package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.store.disk.CrashingDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The list of a store's blobs that were stored to get a name. */
final class NamedListTest {
  private final SplittableRandom random = new SplittableRandom(3);
  private final StoreFixture fixture = new StoreFixture();
  private final StoreDisk disk = fixture.open(new CrashingDisk(random), StoreFixture.SMALL);
  private final BlobStore store = disk.create(Blobs.PARTITION);
  private final long now = fixture.time().wallMillis();

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private BlobId put(BlobKind kind, boolean named, long millis, long expiryMillis) {
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    BlobId id = BlobId.create(owner, kind, Blobs.PARTITION, millis, random);
    BlobId stored = named ? id.withName() : id;
    Blobs.put(store, stored, new byte[10], expiryMillis, fixture.patient());
    return stored;
  }

  private BlobPage page(IdRange range, int most) {
    return store.comparison().living(new Compare.Named(range, most), now, fixture.patient());
  }

  private List<BlobId> all(IdRange range, int most) {
    List<BlobId> all = new ArrayList<>();
    IdRange rest = range;
    while (!rest.isEmpty()) {
      BlobPage page = page(rest, most);
      assertThat(page.ids()).hasSizeLessThanOrEqualTo(most);
      all.addAll(page.ids());
      rest = rest.behind(page.upTo());
    }
    return all;
  }

  @Test
  void livingNamedBlobsOfTheRangeAreListedPageByPage() {
    List<BlobId> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean named = random.nextInt(3) == 0;
      long expiry = random.nextInt(8) == 0 ? now - 1 : Expiry.NEVER;
      BlobKind kind = random.nextBoolean() ? BlobKind.SIMPLE : BlobKind.MANIFEST;
      BlobId id = put(kind, named, now + i, expiry);
      boolean deleted = random.nextInt(8) == 0;
      if (deleted) {
        store.delete(id, now, fixture.patient());
      }
      boolean inRange = i > 40 && i <= 250;
      if (named && !deleted && expiry == Expiry.NEVER && inRange) {
        expected.add(id);
      }
    }
    IdRange range =
        new IdRange(IdRange.madeUntil(now + 40).upTo(), IdRange.madeUntil(now + 250).upTo());
    assertThat(expected).hasSizeGreaterThan(30);
    for (int most : List.of(1, 7, BlobPage.MAX_IDS)) {
      assertThat(all(range, most)).isEqualTo(expected);
    }
  }

  @Test
  void anUndeletedBlobIsListedAgain() {
    BlobId id = put(BlobKind.SIMPLE, true, now, Expiry.NEVER);
    store.delete(id, now, fixture.patient());
    IdRange range = IdRange.madeUntil(now + 1);
    assertThat(all(range, 10)).isEmpty();
    Blobs.undelete(store, id, now, fixture.patient());
    assertThat(all(range, 10)).containsExactly(id);
  }

  @Test
  void aPageEndsWithItsRangeIfNothingMoreIsThere() {
    IdRange range = IdRange.madeUntil(now);
    assertThat(page(range, 10)).isEqualTo(new BlobPage(List.of(), range.upTo()));
  }
}
