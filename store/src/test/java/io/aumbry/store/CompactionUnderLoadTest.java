package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.io.ThreadJoin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compaction does not disturb readers, writers and a pulling replica; and its cost is bounded. */
@Timeout(300)
final class CompactionUnderLoadTest {
  private static final int BLOBS = 600;

  private final SplittableRandom random = new SplittableRandom(31);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private final StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);
  private final List<BlobId> live = new ArrayList<>();
  private final List<BlobId> dead = new ArrayList<>();
  private long written;

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static byte[] bytes(BlobId id) {
    int seed = (int) id.uuid().getLeastSignificantBits();
    return BytesOfTests.random(new SplittableRandom(seed), 500 + (seed & 511));
  }

  private BlobId put(SplittableRandom own) {
    BlobId id = Blobs.id(own);
    assertThat(Blobs.put(store, id, bytes(id), fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
    return id;
  }

  /** Each blob is deleted with this probability. */
  private void fill(double dying) {
    for (int i = 0; i < BLOBS; i++) {
      BlobId id = put(random);
      written += bytes(id).length;
      (random.nextDouble() < dying ? dead : live).add(id);
    }
    long now = fixture.time().wallMillis();
    dead.forEach(id -> store.delete(id, now, fixture.patient()));
    fixture.time().advance(Duration.ofDays(8).toMillis());
  }

  private void compact() {
    Agreement agreement = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
    boolean more = true;
    while (more) {
      more = store.compact(agreement, bytes -> {}).didSomething();
    }
  }

  private void read(SplittableRandom own) {
    BlobId id = live.get(own.nextInt(live.size()));
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    BlobId gone = dead.get(own.nextInt(dead.size()));
    assertThat(Blobs.read(store, gone, fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  /** Pulls the whole log repeatedly. */
  private void pull(SplittableRandom own) {
    long after = own.nextLong(store.lastSequence());
    long end = store.lastSequence();
    while (after < end) {
      RecordBatch batch =
          own.nextBoolean()
              ? store.recordsAfter(after, 4000, fixture.patient())
              : store.summariesAfter(after, 4000, fixture.patient());
      batch.records().close();
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
  }

  private void write(SplittableRandom own) {
    BlobId id = put(own);
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    store.delete(id, fixture.time().wallMillis(), fixture.patient());
    assertThat(Blobs.read(store, id, fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  private interface Work {
    void perform(SplittableRandom own);
  }

  @Test
  void compactionDisturbsNoRequest() {
    fill(0.7);
    AtomicBoolean done = new AtomicBoolean();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (Work work : List.<Work>of(this::read, this::read, this::pull, this::write)) {
      SplittableRandom own = random.split();
      threads.add(
          Thread.startVirtualThread(() -> {
            try {
              while (!done.get()) {
                work.perform(own);
              }
            } catch (AssertionError | RuntimeException e) {
              failures.add(e);
            }
          }));
    }
    for (int i = 0; i < 3; i++) {
      compact();
      fixture.time().advance(Duration.ofDays(8).toMillis());
    }
    done.set(true);
    threads.forEach(ThreadJoin::join);
    assertThat(failures).isEmpty();
    assertThat(store.usage().freed()).isPositive();
    live.forEach(
        id -> assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id)));
  }

  @Test
  void withHalfOfTheBlobsDeletedCompactionCopiesAtMostHalfOfTheWrittenBytes() {
    fill(0.5);
    compact();
    assertThat(store.usage().freed()).isPositive();
    double amplification = 1 + (double) store.usage().copied() / written;
    assertThat(amplification).isBetween(1.01, 1.5);
  }
}
