package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.Blobs;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPart;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class ActiveIndexTest {
  private static final int MAX_ENTRIES = 16;
  private static final int SLOTS = 32;
  private static final int ROUNDS = 2_000;

  private final SplittableRandom random = new SplittableRandom(5);

  private static ActiveIndex empty() {
    return new ActiveIndex(MAX_ENTRIES, 1, 1, RecordLog.start());
  }

  private static long slotOf(BlobId id) {
    return EntryKey.of(id).hash() & (SLOTS - 1);
  }

  private BlobId withSlotOf(BlobId other) {
    BlobId id = Blobs.id(random);
    while (slotOf(id) != slotOf(other)) {
      id = Blobs.id(random);
    }
    return id;
  }

  /** Another blob's entry under this id would be a wrong answer about this blob. */
  @Test
  void anAbsentKeyIsNotFoundWhileAnotherTakesItsSlot() throws InterruptedException {
    BlobId absent = Blobs.id(random);
    EntryKey key = EntryKey.of(absent);
    IndexEntry entry =
        new IndexEntry(
            withSlotOf(absent),
            StoredState.put(1, 2),
            new PutPlace(new LogPosition(1, 64), 100, 10));
    AtomicReference<ActiveIndex> current = new AtomicReference<>(empty());
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              while (looks.get() >= 0) {
                wrong.addAndGet(current.get().find(absent, key).isPresent() ? 1 : 0);
                looks.compareAndSet(0, 1);
              }
            });
    for (int round = 0; round < ROUNDS; round++) {
      ActiveIndex index = empty();
      current.set(index);
      looks.set(0);
      while (looks.get() == 0) {
        Thread.onSpinWait();
      }
      index.put(entry);
    }
    looks.set(-1);
    reader.join();
    assertThat(wrong).hasValue(0);
  }

  /** The scrub takes the bytes up to this end for those of the records up to this number. */
  @Test
  void theLastRecordAndItsEndFitAtAnyTime() throws InterruptedException {
    ActiveIndex active = empty();
    AtomicBoolean isDone = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(1);
    AtomicInteger wrong = new AtomicInteger();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              while (!isDone.get()) {
                IndexPart seen = active.coverage();
                long end = RecordLog.start().offset() + 8 * seen.lastSequence();
                wrong.addAndGet(seen.end().offset() == end ? 0 : 1);
                reading.countDown();
              }
            });
    reading.await();
    for (long sequence = 1; sequence <= 1_000_000; sequence++) {
      LogPosition behind = new LogPosition(1, RecordLog.start().offset() + 8 * sequence);
      active.cover(sequence, RecordLog.start(), behind);
    }
    isDone.set(true);
    reader.join();
    assertThat(wrong).hasValue(0);
  }
}
