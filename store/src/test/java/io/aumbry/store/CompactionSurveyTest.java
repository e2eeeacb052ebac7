package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.disk.CrashingDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When compaction surveys a file again, and which bytes it reads for that. */
@Timeout(300)
final class CompactionSurveyTest {
  private static final int LENGTH = 1000;

  private final SplittableRandom random = new SplittableRandom(5);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);
  private final List<BlobId> ids = new ArrayList<>();
  private final AtomicLong moved = new AtomicLong();

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
  }

  private void put(int count, long expiry) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, new byte[LENGTH], expiry, fixture.patient());
      ids.add(id);
    }
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private void pass(Duration span) {
    fixture.time().advance(span.toMillis());
  }

  private void deleteAll() {
    ids.forEach(id -> store.delete(id, now(), fixture.patient()));
  }

  private CompactionRound round(long acknowledged) {
    moved.set(0);
    return store.compact(new Agreement(acknowledged, now()), moved::addAndGet);
  }

  private CompactionRound round() {
    return round(Long.MAX_VALUE);
  }

  private void survey() {
    put(150, Expiry.NEVER);
    assertThat(round().didSomething()).isFalse();
    assertThat(round().didSomething()).isFalse();
    assertThat(moved).as("nothing is read again").hasValue(0);
  }

  @Test
  void theFirstSurveyIsPacedByTheBytesItReads() {
    put(150, Expiry.NEVER);
    assertThat(round().didSomething()).isFalse();
    assertThat(moved.get()).isGreaterThan(100 * LENGTH);
  }

  @Test
  void deletesAreTrackedAndGarbageCountsFromItsTime() {
    survey();
    deleteAll();
    put(30, Expiry.NEVER);
    pass(Duration.ofDays(7));
    long last = store.lastSequence();
    while (round().didSomething()) {
      assertThat(store.lastSequence()).isEqualTo(last);
    }
    assertThat(store.usage().freed()).as("clocks may differ by an hour").isZero();
    assertThat(store.usage().ending()).isGreaterThan(100 * LENGTH);
    assertThat(store.usage().garbage()).isNotPositive();
    pass(Duration.ofHours(1));
    assertThat(round().didSomething()).isTrue();
    assertThat(store.usage().freed()).isPositive();
  }

  @Test
  void aDroppableRecordCountsAsGarbageAndNotAsEnding() {
    put(5, Expiry.NEVER);
    long longAgo = now() - Duration.ofDays(8).toMillis();
    ids.forEach(id -> store.delete(id, longAgo, fixture.patient()));
    put(150, Expiry.NEVER);
    assertThat(round().didSomething()).isFalse();
    assertThat(store.usage().garbage()).isGreaterThan(4 * LENGTH);
    assertThat(store.usage().ending()).as("the deletes alone").isLessThan(LENGTH);
  }

  /** Less than an hour after the last survey. */
  @Test
  void aBlobWithAnOldDeleteIsDroppedAtOnce() {
    survey();
    pass(Duration.ofMinutes(10));
    long longAgo = now() - Duration.ofDays(8).toMillis();
    ids.forEach(id -> store.delete(id, longAgo, fixture.patient()));
    assertThat(round().didSomething()).isTrue();
  }

  @Test
  void expiriesAreKnownInAdvance() {
    put(150, now() + Duration.ofMinutes(30).toMillis());
    assertThat(round().didSomething()).isFalse();
    pass(Duration.ofMinutes(30));
    pass(CompactionTest.CONFIG.retention().expired());
    assertThat(round().didSomething()).isFalse();
    assertThat(moved).hasValue(0);
    pass(Duration.ofHours(1));
    assertThat(round().didSomething()).isTrue();
  }

  @Test
  void recordsThatAReplicaLackedAreDroppedOnceItHasThem() {
    put(150, Expiry.NEVER);
    deleteAll();
    put(30, Expiry.NEVER);
    pass(Duration.ofDays(8));
    assertThat(round(0).didSomething()).isFalse();
    pass(Duration.ofHours(2));
    assertThat(round(0).didSomething()).isFalse();
    assertThat(moved).as("nothing can have changed").hasValue(0);
    assertThat(round().didSomething()).isTrue();
  }
}
