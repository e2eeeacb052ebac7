package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.DiskReaders;
import io.aumbry.store.io.DiskWriter;
import io.aumbry.store.io.ThreadJoin;
import io.aumbry.store.log.RecentWrites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closes, reopens, creates and drops stores under load. */
@Timeout(600)
final class ClosingTest {
  private static final int ROUNDS = 60;
  private static final int CALLERS = 4;

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = new StoreFixture();
  @TempDir Path folder;
  private StoreDisk disk;

  @BeforeEach
  void open() throws IOException {
    disk = fixture.open(new FileSystemDisk(folder), StoreFixture.SMALL);
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  @Test
  void aClosedStoreIsUnavailableButNotFailed() {
    BlobStore store = disk.create(Blobs.PARTITION);
    BlobId id = Blobs.id(random);
    Blobs.put(store, id, new byte[10], fixture.patient());
    store.close();
    assertThat(Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient())))
        .isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(Blobs.codeOf(() -> store.recordsAfter(0, 100, fixture.patient())))
        .isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(Blobs.codeOf(() -> Blobs.put(store, id, new byte[10], fixture.patient())))
        .isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(Blobs.codeOf(() -> store.delete(id, 1, fixture.patient())))
        .isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
  }

  @Test
  void changesAcknowledgedDuringClosingAndReopeningSurvive() {
    disk.create(Blobs.PARTITION);
    Map<BlobId, byte[]> acknowledged = new ConcurrentHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      BlobStore old = disk.open(Blobs.PARTITION);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        SplittableRandom own = random.split();
        threads.add(Thread.startVirtualThread(() -> putUntilClosed(old, own, acknowledged)));
      }
      SplittableRandom own = random.split();
      threads.add(Thread.startVirtualThread(() -> put(old, own, acknowledged)));
      threads.add(Thread.ofPlatform().start(old::close));
      BlobStore next = disk.open(Blobs.PARTITION);
      put(next, random, acknowledged);
      threads.forEach(ThreadJoin::join);
    }
    disk.open(Blobs.PARTITION).close();
    BlobStore last = disk.open(Blobs.PARTITION);
    acknowledged.forEach((id, bytes) ->
        assertThat(Blobs.read(last, id, fixture.patient()).content()).isEqualTo(bytes));
  }

  private void putUntilClosed(
      BlobStore store, SplittableRandom own, Map<BlobId, byte[]> acknowledged) {
    boolean more = true;
    while (more) {
      more = put(store, own, acknowledged);
    }
  }

  private boolean put(BlobStore store, SplittableRandom own, Map<BlobId, byte[]> acknowledged) {
    BlobId id = Blobs.id(own);
    byte[] bytes = new byte[own.nextInt(2000)];
    own.nextBytes(bytes);
    try {
      Blobs.put(store, id, bytes, fixture.patient());
      acknowledged.put(id, bytes);
      return true;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
      return false;
    }
  }

  @Test
  void aRequestThatArrivesAsTheDiskClosesIsAnswered() {
    DiskWriter writer =
        new DiskWriter(
            BlockingThreads.ofPlatform(),
            "late",
            StoreFixture.SMALL.queue(),
            DiskMetrics.in(new Metrics()),
            new RecentWrites(() -> 0));
    DiskReaders readers =
        new DiskReaders(
            BlockingThreads.ofPlatform(),
            "late",
            StoreFixture.SMALL.queue(),
            StoreFixture.SMALL.reading().threads(),
            DiskMetrics.in(new Metrics()),
            disk.guard());
    writer.close();
    readers.close();
    assertThat(Blobs.codeOf(() -> readers.submit(() -> 1, n -> {}).await(fixture.patient())))
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
    disk.create(Blobs.PARTITION);
    disk.close();
    disk.sync();
  }

  @Test
  void readingTheIdOfADiskCreatesNothing() throws IOException {
    DiskGuard guard = disk.guard();
    assertThat(StoreDisk.idOf(folder, fixture.environment(), guard)).contains(disk.id());
    Path missing = folder.resolve("not-mounted");
    assertThat(StoreDisk.idOf(missing, fixture.environment(), guard)).isEmpty();
    assertThat(missing).doesNotExist();
    Files.createDirectory(missing);
    assertThat(StoreDisk.idOf(missing, fixture.environment(), guard)).isEmpty();
    assertThat(missing).isEmptyDirectory();
  }

  @Test
  void leftoversOfAFailedCreationOrRemovalAreNoObstacle() throws IOException {
    Files.createDirectory(folder.resolve("unfinished-7"));
    Files.writeString(folder.resolve("unfinished-7/store.id"), "half");
    disk.create(Blobs.PARTITION);
    Files.createDirectory(folder.resolve("dropped-7"));
    Files.writeString(folder.resolve("dropped-7/store.id"), "half");
    disk.drop(Blobs.PARTITION);
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith("-7"));
  }

  @Test
  void aFileOfUnknownExistenceDoesNotCountAsMissing() throws IOException {
    FileSystemDisk files = new FileSystemDisk(folder.resolve("a/b"));
    assertThat(files.exists("c")).isFalse();
    assertThat(codeOfExists(files)).isEqualTo("thrown");
  }

  private static String codeOfExists(FileSystemDisk files) {
    try {
      return String.valueOf(files.exists("n".repeat(300)));
    } catch (IOException e) {
      return "thrown";
    }
  }
}
