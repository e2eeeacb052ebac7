package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.io.ThreadJoin;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A disk with a hanging operation. No test waits for real time. */
@Timeout(300)
final class HangingDiskTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int OTHER = Blobs.PARTITION + 1;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 1 << 20, 100, 1, 32);

  private final SplittableRandom random = new SplittableRandom(34);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final FaultyDisk faulty = new FaultyDisk(medium);
  private final DiskGuard guard = new DiskGuard("/data/1", LIMIT, fixture.time());
  private final StoreDisk disk = fixture.open(faulty, CONFIG, guard);
  private final BlobStore store = disk.create(Blobs.PARTITION);
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Queue<ErrorCode> answers = new ConcurrentLinkedQueue<>();
  private final List<Thread> callers = new ArrayList<>();

  @BeforeEach
  void readFromTheMedium() {
    medium.cache(CrashingDisk.Cached.NONE);
  }

  @AfterEach
  void close() {
    released.countDown();
    disk.close();
    Patience.await().until(() -> fixture.buffers().open() == 0);
    fixture.close();
  }

  /** Hangs until released. */
  private void hang(Action which) {
    faulty.fail((action, path) -> {
      if (action == which) {
        hanging.countDown();
        await(released);
      }
    });
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** Calls the watchdog as often as the process may. */
  private void passAndLook(int times) {
    for (int i = 0; i < times; i++) {
      fixture.time().pass(guard.interval());
      guard.look();
    }
  }

  private void call(Runnable action) {
    callers.add(
        Thread.startVirtualThread(() -> {
          try {
            action.run();
          } catch (AumbryException e) {
            answers.add(e.code());
          }
        }));
  }

  private BlobId put(BlobStore to) {
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    BlobId id =
        BlobId.create(owner, BlobKind.SIMPLE, to.partition(), Blobs.CREATED, random.split());
    Blobs.put(to, id, new byte[1000], fixture.patient());
    return id;
  }

  @ParameterizedTest
  @EnumSource(names = {"READ", "WRITE", "FORCE"})
  void waitingAndNewCallersLearnThatTheDiskHasFailed(Action which) throws Exception {
    BlobId id = put(store);
    hang(which);
    for (int i = 0; i < 3; i++) {
      call(() -> Blobs.read(store, Blobs.id(new SplittableRandom(9)), fixture.patient()));
      call(() -> Blobs.read(store, id, fixture.patient()));
      call(() -> put(store));
    }
    await(hanging);
    passAndLook(9);
    assertThat(guard.isInService()).isTrue();
    passAndLook(3);
    assertThat(guard.isInService()).isFalse();
    callers.forEach(ThreadJoin::join);
    assertThat(answers).contains(ErrorCode.DISK_FAILED);
    assertThat(Blobs.codeOf(() -> put(store))).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient())))
        .isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(Blobs.codeOf(() -> disk.create(OTHER))).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(Blobs.codeOf(disk::freeSpace)).isEqualTo(ErrorCode.DISK_FAILED);
  }

  /** The disk is opened anew, so that no log grows in the background, which would hang too. */
  @Test
  void theReasonNamesTheFileTheOperationAndTheTime() throws Exception {
    BlobId id = put(store);
    disk.close();
    List<String> reasons = new ArrayList<>();
    try (StoreDisk reopened = fixture.open(faulty, CONFIG, guard)) {
      BlobStore again = reopened.open(Blobs.PARTITION);
      guard.add(why -> reasons.add(String.valueOf(why.getMessage())));
      hang(Action.READ);
      call(() -> Blobs.read(again, id, fixture.patient()));
      await(hanging);
      passAndLook(5);
      assertThat(guard.condition().longest()).isBetween(Duration.ofSeconds(11), LIMIT);
      passAndLook(10);
      callers.forEach(ThreadJoin::join);
      released.countDown();
    }
    assertThat(reasons).hasSize(1);
    assertThat(reasons.getFirst())
        .contains(
            "/data/1", "read partition-7/log-0000000001.seg", "has not returned for 30000 ms");
  }

  @Test
  void anOperationThatReturnsLateChangesNothing() throws Exception {
    hang(Action.FORCE);
    call(() -> put(store));
    await(hanging);
    passAndLook(15);
    released.countDown();
    callers.forEach(ThreadJoin::join);
    Patience.await().until(() -> fixture.buffers().open() == 0);
    assertThat(Blobs.codeOf(() -> put(store))).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(guard.isInService()).isFalse();
  }

  @Test
  void anotherDiskGoesOn() throws Exception {
    DiskGuard otherGuard = new DiskGuard("/data/2", LIMIT, fixture.time());
    try (StoreDisk healthy = fixture.open(new CrashingDisk(random.split()), CONFIG, otherGuard)) {
      BlobStore other = healthy.create(OTHER);
      hang(Action.WRITE);
      call(() -> put(store));
      await(hanging);
      passAndLook(15);
      otherGuard.look();
      assertThat(Blobs.read(other, put(other), fixture.patient()).content()).hasSize(1000);
    }
    callers.forEach(ThreadJoin::join);
  }

  /** While files are created, looked for, or space is read. */
  @ParameterizedTest
  @EnumSource(names = {"CREATE", "NAME", "LOOK"})
  void callersOfOtherOperationsAreReleasedToo(Action which) throws Exception {
    hang(which);
    call(() -> disk.create(OTHER));
    await(hanging);
    call(() -> disk.open(Blobs.PARTITION + 2));
    call(() -> disk.drop(OTHER));
    passAndLook(15);
    callers.forEach(ThreadJoin::join);
    assertThat(answers).hasSize(3).containsOnly(ErrorCode.DISK_FAILED);
  }

  @Test
  void aDiskThatHangsDuringItsOpeningFails() throws Exception {
    FaultyDisk dead = new FaultyDisk(new CrashingDisk(random.split()));
    DiskGuard its = new DiskGuard("/data/3", LIMIT, fixture.time());
    dead.fail((action, path) -> {
      hanging.countDown();
      await(released);
    });
    call(() -> fixture.open(dead, CONFIG, its));
    await(hanging);
    for (int i = 0; i < 15; i++) {
      fixture.time().pass(its.interval());
      its.look();
    }
    callers.forEach(ThreadJoin::join);
    assertThat(answers).containsExactly(ErrorCode.DISK_FAILED);
  }

  @Test
  void aStoppingNodeDoesNotWaitForAHangingDisk() throws Exception {
    put(store);
    hang(Action.FORCE);
    callers.add(Thread.startVirtualThread(disk::close));
    await(hanging);
    passAndLook(15);
    callers.forEach(ThreadJoin::join);
    store.close();
  }

  /**
   * A pause of the whole process for an hour takes no disk out of service. The disk is opened anew,
   * so that no log grows in the background: on a busy machine, that operation may last for the time
   * that the test lets pass.
   */
  @Test
  void aPauseOfTheProcessDoesNotCountAsAHangingDisk() throws Exception {
    BlobId id = put(store);
    disk.close();
    try (StoreDisk reopened = fixture.open(faulty, CONFIG, guard)) {
      BlobStore again = reopened.open(Blobs.PARTITION);
      hang(Action.READ);
      callers.add(Thread.startVirtualThread(() -> Blobs.read(again, id, fixture.patient())));
      await(hanging);
      guard.look();
      fixture.time().pass(Duration.ofHours(1));
      guard.look();
      assertThat(guard.isInService()).isTrue();
      released.countDown();
      callers.forEach(ThreadJoin::join);
      passAndLook(20);
      put(again);
    }
  }
}
