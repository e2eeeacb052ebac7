package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Compaction removes entries from an index, which may fill its part in memory. */
final class ForgottenEntriesTest {
  private static final int SEGMENT = 16 * 1024;
  private static final int ENTRIES_IN_MEMORY = 32;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.WRITE, SEGMENT, 0, 64 << 20, 1000, 1, ENTRIES_IN_MEMORY)
          .withRetention(Retention.defaults());

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = StoreFixture.light();
  private final CrashingDisk medium;
  private final Thread compacting = Thread.currentThread();
  private Runnable beforeForgetting = () -> {};
  private StoreDisk disk;
  private BlobStore store;

  /** Each repetition loses other unsynced bytes. */
  ForgottenEntriesTest(RepetitionInfo repetition) {
    medium = new CrashingDisk(new SplittableRandom(repetition.getCurrentRepetition()));
    disk = fixture.open(watched(), CONFIG);
    store = disk.create(Blobs.PARTITION);
  }

  /** Tells when compaction opens a segment, which it does before it forgets. */
  private Disk watched() {
    return (Disk)
        Proxy.newProxyInstance(
            Disk.class.getClassLoader(),
            new Class<?>[] {Disk.class},
            (_, method, arguments) -> {
              if (method.getName().equals("open")
                  && arguments[0].toString().endsWith(".seg")
                  && Thread.currentThread().equals(compacting)) {
                beforeForgetting.run();
              }
              try {
                return method.invoke(medium, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private List<BlobId> put(int count) {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(Blobs.id(random));
      Blobs.put(store, ids.getLast(), new byte[500], fixture.patient());
    }
    return ids;
  }

  private boolean compact() {
    Agreement agreed = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
    return store.compact(agreed, bytes -> {}).didSomething();
  }

  /** Seals the parts of the index that know of the deletes. */
  private void reopen() {
    disk.close();
    disk = fixture.open(watched(), CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private void pass(Duration span) {
    fixture.time().advance(span.toMillis());
  }

  /** Otherwise a crash of the machine leaves an index that is ahead of the log. */
  @RepeatedTest(8)
  void recordsAreDurableBeforeAPartOfTheIndexThatKnowsThemIs() {
    List<BlobId> old = put(3 * ENTRIES_IN_MEMORY);
    old.forEach(id -> store.delete(id, fixture.time().wallMillis(), fixture.patient()));
    pass(Duration.ofDays(8));
    while (compact()) {}
    reopen();
    pass(Duration.ofDays(40));
    List<BlobId> meanwhile = new ArrayList<>();
    beforeForgetting = () -> meanwhile.addAll(put(1));
    assertThat(compact()).isTrue();
    assertThat(meanwhile).isNotEmpty();
    CrashingDisk found = medium.afterCrash();
    disk.close();
    try (StoreDisk after = fixture.open(found, CONFIG)) {
      BlobStore opened = after.open(Blobs.PARTITION);
      for (BlobId id : meanwhile) {
        assertThat(Blobs.read(opened, id, fixture.patient()).content()).hasSize(500);
      }
    }
  }
}
