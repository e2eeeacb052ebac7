package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The order in which a group of records becomes visible. */
final class ShownRecordsTest {
  private static final int ROUNDS = 30;
  private static final int RECORDS = 500;

  private final SplittableRandom random = new SplittableRandom(7);
  private final StoreFixture fixture = new StoreFixture();
  private final StoreDisk disk = fixture.open(new CrashingDisk(random), StoreFixture.SMALL);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
  }

  private List<BlobId> ids() {
    return Stream.generate(() -> Blobs.id(random)).limit(RECORDS).toList();
  }

  private void append(List<BlobId> ids, long deletedMillis) {
    List<RecordBatch> deletes = ids.stream().map(id -> Blobs.deleted(id, deletedMillis)).toList();
    Blobs.append(store, Blobs.joined(deletes), fixture.patient());
  }

  /** The number of the last record that is shown when the effect of a change is first seen. */
  private long shownWhenSeen(BlobId id) {
    while (store.look(id, fixture.patient()).isEmpty()) {
      Thread.onSpinWait();
    }
    return store.lastSequence();
  }

  /**
   * A peer that learns the effect of a record may tell others that it has the records of this store
   * up to there.
   */
  @Test
  void recordsAreShownBeforeTheirEffects() throws Exception {
    try (var reader = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        List<BlobId> ids = ids();
        long before = store.lastSequence();
        Future<Long> shown = reader.submit(() -> shownWhenSeen(ids.getFirst()));
        append(ids, fixture.time().wallMillis());
        assertThat(shown.get()).isGreaterThan(before);
      }
    }
  }

  /** Returns the number of records that a peer is told of until it has heard all. */
  private long told(long before) {
    long told = 0;
    for (long last = before; last < before + RECORDS; ) {
      RecordBatch batch =
          store.summariesAfter(last, Integer.MAX_VALUE, Long.MAX_VALUE, fixture.patient());
      told += RecordSummary.readAll(batch.records()).size();
      last = batch.last();
    }
    return told;
  }

  /**
   * Records older than the retention are offered by what the index knows. It learns of them while a
   * peer reads.
   */
  @Test
  void recordsAreOfferedWhileTheIndexLearnsOfThem() throws Exception {
    long old = fixture.time().wallMillis() - Duration.ofDays(400).toMillis();
    try (var reader = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        long before = store.lastSequence();
        Future<Long> told = reader.submit(() -> told(before));
        append(ids(), old);
        assertThat(told.get()).isEqualTo(RECORDS);
      }
    }
  }
}
