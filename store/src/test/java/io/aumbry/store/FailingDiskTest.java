package io.aumbry.store;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.WriteProtectedException;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store stops with a reason when its disk fails. Other stores go on, and only written bytes are
 * read. Other tests cover further failures; docs/operations.md lists all.
 */
@Timeout(300)
final class FailingDiskTest {
  private static final int OTHER = Blobs.PARTITION + 1;
  private static final String HERE = "partition-7/";
  private static final String LOG = HERE + "log-0000000001.seg";
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 1 << 20, 100, 1, 32);

  private final SplittableRandom random = new SplittableRandom(33);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final FaultyDisk faulty = new FaultyDisk(medium);
  private StoreDisk disk = fixture.open(faulty, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private BlobStore other = disk.create(OTHER);
  private final List<BlobId> ids = new ArrayList<>();

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), 1000);
  }

  private void put(int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, bytes(id), fixture.patient());
      ids.add(id);
    }
  }

  private void assertAllThere() {
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    }
  }

  private void assertTheOtherGoesOn() {
    BlobId id = Blobs.id(OTHER, random);
    assertThat(Blobs.put(other, id, bytes(id), fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
    assertThat(Blobs.read(other, id, fixture.patient()).content()).isEqualTo(bytes(id));
  }

  private void failHere(Action failing, String error) {
    fail(failing, HERE, error);
  }

  private void fail(Action failing, String prefix, String error) {
    faulty.fail((action, path) -> {
      if (action == failing && path.startsWith(prefix)) {
        throw new IOException(error);
      }
    });
  }

  private void heal() {
    faulty.fail((action, path) -> {});
  }

  @Test
  void anErrorInAWriteStopsItsStoreForGood() {
    put(5);
    failHere(Action.WRITE, "Input/output error");
    assertThat(Blobs.codeOf(() -> put(1))).isEqualTo(ErrorCode.DISK_FAILED);
    heal();
    assertThat(Blobs.codeOf(() -> put(1))).isEqualTo(ErrorCode.DISK_FAILED);
    assertAllThere();
    assertTheOtherGoesOn();
  }

  @Test
  void aReadErrorIsDamageAndBothStoresGoOn() {
    put(5);
    failHere(Action.READ, "Input/output error");
    assertThat(Blobs.codeOf(() -> Blobs.read(store, ids.getFirst(), fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    put(1);
    assertTheOtherGoesOn();
    heal();
    assertAllThere();
  }

  @Test
  void aFileThatTheScrubCannotReadIsDamaged() {
    put(5);
    fail(Action.READ, HERE + "log-", "Input/output error");
    StoreFixture.scrub(disk);
    heal();
    put(1);
    assertThat(store.damaged().open()).isPositive();
    assertAllThere();
    assertTheOtherGoesOn();
  }

  @Test
  void aSuspectedFileThatCannotBeOpenedStaysSuspected() {
    put(5);
    medium.flip(LOG, 1500, 1);
    assertThat(Blobs.codeOf(this::assertAllThere)).isEqualTo(ErrorCode.CORRUPT_RECORD);
    fail(Action.READ, LOG, "Too many open files");
    disk.followUp(moved -> {});
    heal();
    assertThat(store.damaged().open()).isZero();
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isOne();
  }

  @Test
  void aDiskThatBecomesReadOnlyStopsTheWritesOfAllItsStores() {
    put(5);
    faulty.fail((action, path) -> {
      if (action != Action.READ && action != Action.LOOK) {
        throw new WriteProtectedException("Read-only file system", new IOException());
      }
    });
    assertThat(Blobs.codeOf(() -> put(1))).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(Blobs.codeOf(() -> store.delete(ids.getFirst(), 1, fixture.patient())))
        .isEqualTo(ErrorCode.DISK_FAILED);
    assertAllThere();
    assertThat(disk.guard().isSound()).isFalse();
    heal();
    assertThat(Blobs.codeOf(this::assertTheOtherGoesOn)).isEqualTo(ErrorCode.DISK_FAILED);
  }

  @Test
  void aDiskWithoutSpaceForANewStoreReportsThat() {
    faulty.fail((action, path) -> {
      if (action == Action.CREATE || action == Action.NAME) {
        throw new NoSpaceException("no space left", new IOException());
      }
    });
    assertThat(Blobs.codeOf(() -> disk.create(OTHER + 1))).isEqualTo(ErrorCode.NO_SPACE);
    heal();
    disk.create(OTHER + 1);
    assertTheOtherGoesOn();
  }

  private void assertItGoesOnWhenHealed() {
    heal();
    put(100);
    assertAllThere();
    store.close();
    store = disk.open(Blobs.PARTITION);
    assertAllThere();
  }

  /** The store reports no damage, and acknowledged blobs are readable. */
  @Test
  void noSpaceForTheManifestLosesNothing() {
    put(5);
    faulty.fail((action, path) -> {
      if (action == Action.WRITE && path.contains("manifest")) {
        throw new NoSpaceException("no space left", new IOException());
      }
    });
    assertThat(Blobs.codeOf(() -> put(100))).isEqualTo(ErrorCode.NO_SPACE);
    assertAllThere();
    assertTheOtherGoesOn();
    assertItGoesOnWhenHealed();
  }

  @Test
  void aLackOfFileDescriptorsForTheNextSegmentRefusesWritesUntilItIsOver() {
    put(5);
    faulty.fail((action, path) -> {
      if (action == Action.CREATE && path.contains("log-")) {
        throw new IOException(path + ": Too many open files");
      }
    });
    assertThat(Blobs.codeOf(() -> put(100))).isEqualTo(ErrorCode.OVERLOADED);
    assertAllThere();
    assertItGoesOnWhenHealed();
  }

  /** The manifest on disk may list a segment that the log does not have. */
  @ParameterizedTest
  @ValueSource(strings = {"No space left on device", "Too many open files"})
  void aNameOfTheManifestThatCannotBeSyncedStopsTheStore(String cause) {
    put(5);
    AtomicBoolean replaced = new AtomicBoolean();
    faulty.fail((action, path) -> {
      boolean isName = action == Action.NAME;
      if (isName && replaced.get()) {
        throw new IOException("folder: " + cause);
      }
      replaced.set(isName && path.contains("manifest"));
    });
    assertThat(Blobs.codeOf(() -> put(100))).isEqualTo(ErrorCode.DISK_FAILED);
    heal();
    assertThat(Blobs.codeOf(() -> put(1))).isEqualTo(ErrorCode.DISK_FAILED);
    store.close();
    store = disk.open(Blobs.PARTITION);
    assertAllThere();
    put(100);
    assertAllThere();
  }

  /**
   * Callers of a hanging sync get an error at their deadline, and their leftovers are bounded. The
   * writer may take any number of them before it hangs.
   */
  @Test
  void aHangingDiskHoldsNoCallerBeyondItsDeadline() {
    put(5);
    List<ErrorCode> refusals = new ArrayList<>();
    medium.holdForces();
    try {
      do {
        RequestContext soon = fixture.carrier().within(Duration.ofMillis(1));
        BlobId id = Blobs.id(random);
        refusals.add(Blobs.codeOf(() -> Blobs.put(store, id, bytes(id), soon)));
      } while (refusals.getLast() == ErrorCode.TIMED_OUT);
      assertAllThere();
    } finally {
      medium.releaseForces();
    }
    assertThat(refusals.removeLast()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(refusals).hasSizeGreaterThanOrEqualTo(CONFIG.queueRequests());
    await().until(() -> disk.writer().bytesUnderWay() == 0);
    assertThat(disk.writer().queuedRequests()).as("refused ones do not count").isZero();
    put(1);
    assertAllThere();
  }

  @Test
  void aStaleBlockIsDetected() {
    // Without allocation the file ends where its records end.
    medium.giveRoom(false);
    put(3);
    byte[] before = medium.bytes(LOG);
    put(15);
    int from = before.length / 512 * 512;
    medium.overwrite(LOG, from, Arrays.copyOfRange(before, from, from + 512));
    int refused = 0;
    for (BlobId id : ids) {
      try {
        assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
      } catch (AumbryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 2);
    assertTheOtherGoesOn();
  }

  @Test
  void aStaleManifestIsDetected() {
    put(120);
    byte[] before = medium.bytes(HERE + "manifest");
    ids.subList(0, 100).forEach(id -> store.delete(id, now(), fixture.patient()));
    fixture.time().advance(Duration.ofDays(9).toMillis());
    while (store.compact(new Agreement(Long.MAX_VALUE, now()), moved -> {}).didSomething()) {
      assertThat(store.usage().freed()).isNotNegative();
    }
    assertThat(store.usage().freed()).isPositive();
    store.close();
    medium.cut(HERE + "manifest", 0);
    medium.overwrite(HERE + "manifest", 0, before);
    assertThat(Blobs.codeOf(() -> disk.open(Blobs.PARTITION))).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertTheOtherGoesOn();
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  @Test
  void aStoreWithTheIdOfAnotherIsRefused() {
    put(5);
    store.close();
    byte[] theirs = medium.bytes("partition-8/store.id");
    medium.overwrite(HERE + "store.id", 0, theirs);
    assertThat(Blobs.codeOf(() -> disk.open(Blobs.PARTITION))).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertTheOtherGoesOn();
  }

  @Test
  void aLogOfAnotherStoreIsRefused() {
    put(5);
    store.close();
    byte[] theirs = medium.bytes("partition-8/log-0000000001.seg");
    medium.overwrite(LOG, 0, theirs);
    assertThat(Blobs.codeOf(() -> disk.open(Blobs.PARTITION))).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertTheOtherGoesOn();
  }

  /** The node tries again and again, so threads would accumulate. */
  @Test
  void aDiskThatCannotBeOpenedLeavesNoThreads() {
    disk.close();
    faulty.fail((action, path) -> {
      if (action == Action.LOOK && path.equals(StoreDisk.SCRUBBED)) {
        throw new IOException("unreadable sector");
      }
    });
    List<Thread> threads = new CopyOnWriteArrayList<>();
    BlockingThreads recorded =
        (name, task) -> {
          Thread thread = BlockingThreads.ofPlatform().unstarted(name, task);
          threads.add(thread);
          return thread;
        };
    StoreEnvironment given = fixture.environment();
    StoreEnvironment environment =
        new StoreEnvironment(
            given.buffers(),
            given.time(),
            given.random(),
            given.metrics(),
            given.cache(),
            recorded);
    assertThat(Blobs.codeOf(() -> StoreDisk.open(faulty, CONFIG, environment)))
        .isEqualTo(ErrorCode.DISK_FAILED);
    await().untilAsserted(() -> assertThat(threads).isNotEmpty().noneMatch(Thread::isAlive));
  }

  @Test
  void aDiskWithoutItsIdIsNotANewDisk() throws IOException {
    put(5);
    disk.close();
    medium.delete("disk.id");
    assertThat(Blobs.codeOf(() -> fixture.open(medium, CONFIG)))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
  }
}
