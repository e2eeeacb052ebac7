package io.aumbry.store;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store with an index that cannot be written or read. */
@Timeout(600)
final class IndexFailureTest {
  private static final int PART = StoreFixture.SMALL.activeIndexEntries();
  private static final byte[] CONTENT = new byte[20];

  private final SplittableRandom random = new SplittableRandom(8);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final FaultyDisk files = new FaultyDisk(medium);
  private final List<BlobId> ids = new ArrayList<>();
  private StoreDisk disk = fixture.open(files, StoreFixture.SMALL);
  private BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
    assertThat(files.openFiles()).isZero();
  }

  private void put() {
    BlobId id = Blobs.id(random);
    assertThat(Blobs.put(store, id, CONTENT, fixture.patient())).isEqualTo(new NodeResponse.Done());
    ids.add(id);
  }

  private void put(int count) {
    for (int i = 0; i < count; i++) {
      put();
    }
  }

  private ErrorCode putUntilRefused() {
    Optional<ErrorCode> refused = codeOf(this::put);
    while (refused.isEmpty()) {
      refused = codeOf(this::put);
    }
    return refused.get();
  }

  private static Optional<AumbryException> thrownBy(Runnable action) {
    try {
      action.run();
      return Optional.empty();
    } catch (AumbryException e) {
      return Optional.of(e);
    }
  }

  private static Optional<ErrorCode> codeOf(Runnable action) {
    return thrownBy(action).map(AumbryException::code);
  }

  private void assertAllReadable() {
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(CONTENT);
    }
  }

  private void reopen() {
    disk.close();
    disk = fixture.open(files, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
  }

  private List<String> indexFiles() throws IOException {
    return medium.list("partition-7").stream().filter(name -> name.endsWith(".idx")).toList();
  }

  private void awaitIndexFiles(int count) {
    await().until(() -> indexFiles().size() == count);
  }

  private static boolean isIndex(String path) {
    return path.contains("/index-");
  }

  /** Covers more than one part. */
  private static boolean isMerged(String path) {
    return path.contains("/index-0000000001-") && !path.contains("-0000000001.idx");
  }

  private void fillIndexDisk() {
    files.fail((action, path) -> {
      if (isIndex(path) && action == Action.WRITE) {
        throw new NoSpaceException("no space left on device", new IOException());
      }
    });
  }

  private void breakIndexDisk(Action failing) {
    files.fail((action, path) -> {
      if (isIndex(path) && action == failing) {
        throw new IOException("Input/output error");
      }
    });
  }

  @Test
  void aDiskTooFullForTheIndexRefusesBlobsAtALimitAndDeletesLater() throws IOException {
    fillIndexDisk();
    assertThat(putUntilRefused()).isEqualTo(ErrorCode.NO_SPACE);
    assertThat(ids.size()).isGreaterThan(4 * PART);
    assertAllReadable();
    for (int i = 0; i < 2 * PART; i++) {
      assertThat(store.delete(ids.removeLast(), 1, fixture.patient()))
          .isEqualTo(new NodeResponse.Done());
    }
    await()
        .untilAsserted(() ->
            assertThat(medium.list("partition-7")).noneMatch(name -> name.contains("index-")));

    files.fail((action, path) -> {});
    await().until(() -> codeOf(this::put).isEmpty());
    assertAllReadable();
    reopen();
    assertAllReadable();
    put();
  }

  @Test
  void partsKeptInMemoryByAFullDiskAreRebuiltFromTheLog() throws IOException {
    fillIndexDisk();
    put(4 * PART);
    reopen();
    assertThat(indexFiles()).isEmpty();
    assertAllReadable();
  }

  @Test
  void aSealingErrorStopsTheStoreWithAReason() {
    for (Action failing : List.of(Action.CREATE, Action.WRITE, Action.FORCE)) {
      breakIndexDisk(failing);
      putUntilRefused();
      assertThat(thrownBy(this::put))
          .get()
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FAILED))
          .satisfies(e ->
              assertThat(e)
                  .hasMessageContaining("writing an index segment failed")
                  .hasMessageContaining("Input/output error"));
      assertAllReadable();
      files.fail((action, path) -> {});
      reopen();
      assertAllReadable();
    }
  }

  @Test
  void aMergeErrorStopsTheStoreWithAReason() {
    put(7 * PART);
    awaitIndexFiles(7);
    files.fail((action, path) -> {
      if (isMerged(path) && action == Action.WRITE) {
        throw new IOException("Input/output error");
      }
    });
    putUntilRefused();
    assertThat(thrownBy(this::put))
        .get()
        .satisfies(e -> assertThat(e).hasMessageContaining("merging index segments failed"));
    assertAllReadable();
    files.fail((action, path) -> {});
    reopen();
    assertAllReadable();
    put();
  }

  @Test
  void aFullDiskLeavesSegmentsUnmerged() throws IOException {
    AtomicInteger refusals = new AtomicInteger();
    put(7 * PART);
    awaitIndexFiles(7);
    files.fail((action, path) -> {
      if (isMerged(path) && action == Action.WRITE) {
        refusals.incrementAndGet();
        throw new NoSpaceException("no space left on device", new IOException());
      }
    });
    put(PART);
    await().until(() -> refusals.get() > 0);
    awaitIndexFiles(8);
    files.fail((action, path) -> {});
    put(PART);
    awaitIndexFiles(1);
    assertThat(indexFiles()).containsExactly("index-0000000001-0000000009.idx");
    assertAllReadable();
  }

  @Test
  void anUnreadablePageThatAWriteMeetsIsDamageOfTheIndex() {
    put(PART);
    awaitIndexFiles(1);
    BlobId known = ids.getFirst();
    await()
        .until(() -> {
          breakIndexDisk(Action.READ);
          return codeOf(() -> Blobs.put(store, known, CONTENT, fixture.patient())).isPresent();
        });
    assertThat(thrownBy(this::put))
        .get()
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD));
    assertThat(codeOf(() -> Blobs.read(store, known, fixture.patient())))
        .as("not: not found")
        .contains(ErrorCode.CORRUPT_RECORD);
    files.fail((action, path) -> {});
    assertThat(store.isToBeRenewed()).isTrue();
    reopen();
    assertAllReadable();
    put();
  }

  /** Nothing is wrong with the disk. */
  @Test
  void aLackOfFileDescriptorsIsNoDamage() throws IOException {
    put(PART);
    awaitIndexFiles(1);
    store.close();
    files.fail((action, path) -> {
      if (action == Action.READ) {
        throw new IOException(path + ": Too many open files");
      }
    });
    assertCode(() -> disk.open(Blobs.PARTITION), ErrorCode.DISK_FAILED);
    assertThat(indexFiles()).hasSize(1);
    files.fail((action, path) -> {});
    store = disk.open(Blobs.PARTITION);
    files.fail((action, path) -> {
      if (action == Action.READ) {
        throw new IOException(path + ": Too many open files");
      }
    });
    StoreFixture.scrub(disk);
    files.fail((action, path) -> {});
    put();
    assertAllReadable();
    assertThat(store.damaged().version()).isZero();
  }

  /** The mark shows the next start whether the log has lost its end. */
  @Test
  void aCleanStopWithoutSpaceForTheIndexMarksTheEndOfTheLog() throws IOException {
    put(PART / 2);
    files.fail((action, path) -> {
      if (action == Action.CREATE && path.contains("index-")) {
        throw new NoSpaceException("no space left", new IOException());
      }
    });
    store.close();
    files.fail((action, path) -> {});
    assertThat(medium.exists("partition-7/reached")).isTrue();
    assertThat(indexFiles()).isEmpty();
    store = disk.open(Blobs.PARTITION);
    assertAllReadable();
  }

  /** Otherwise the next start would take them for the whole index, and lack the later parts. */
  @Test
  void filesThatAMergeCouldNotDeleteAreDiscardedWithADamagedIndex() throws IOException {
    put(7 * PART);
    awaitIndexFiles(7);
    files.fail((action, path) -> {
      if (action == Action.NAME && path.endsWith("-0000000001.idx")) {
        throw new IOException("Input/output error");
      }
    });
    putUntilRefused();
    files.fail((action, path) -> {});
    String merged = indexFiles().stream().filter(name -> isMerged("/" + name)).findFirst().get();
    assertThat(indexFiles()).contains("index-0000000001-0000000001.idx");
    for (int page = 1; page < 4; page++) {
      medium.flip("partition-7/" + merged, page * 4096 + 70, 3);
    }
    StoreFixture.scrub(disk);
    assertThat(store.isToBeRenewed()).isTrue();
    assertThat(indexFiles()).noneMatch(name -> name.startsWith("index-0000000001-"));
    reopen();
    assertAllReadable();
  }

  @Test
  void aDamagedPageGivesNoWrongAnswerAndTheNextStartRebuildsTheIndex() throws IOException {
    put(PART);
    store.delete(ids.removeLast(), 1, fixture.patient());
    awaitIndexFiles(1);
    medium.flip("partition-7/" + indexFiles().getFirst(), 4096 + 70, 3);
    int refused = 0;
    for (BlobId id : ids) {
      refused += codeOf(() -> Blobs.read(store, id, fixture.patient())).isPresent() ? 1 : 0;
    }
    assertThat(refused).isPositive();
    BlobId damaged = ids.getFirst();
    assertThat(codeOf(() -> Blobs.put(store, damaged, CONTENT, fixture.patient())))
        .contains(ErrorCode.CORRUPT_RECORD);
    assertCode(this::put, ErrorCode.CORRUPT_RECORD);
    reopen();
    assertAllReadable();
    put();
  }

  @Test
  void aWriteThatTheIndexMayNotKnowIsNotAcknowledged() {
    disk.close();
    disk = fixture.open(files, StoreFixture.SMALL.withDurability(SyncPolicy.WRITE));
    store = disk.open(Blobs.PARTITION);
    files.fail((action, path) -> {
      if (!isIndex(path) && action == Action.FORCE) {
        throw new OutOfMemoryError("as ordered");
      }
    });
    assertThat(putUntilRefused()).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(ids).as("the next one filled an index part").hasSize(PART - 1);
    files.fail((action, path) -> {});
    reopen();
    assertAllReadable();
    put();
  }

  /** The whole index would not fit in memory in a large store. */
  @Test
  void aRebuiltIndexIsWrittenWhileItGrows() throws IOException {
    put(30 * PART);
    disk.close();
    for (String name : indexFiles()) {
      medium.delete("partition-7/" + name);
    }
    AtomicInteger written = new AtomicInteger();
    files.fail((action, path) -> {
      if (isIndex(path) && action == Action.CREATE) {
        written.incrementAndGet();
      }
    });
    disk = fixture.open(files, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
    assertThat(written.get()).as("before it is open").isGreaterThanOrEqualTo(24);
    files.fail((action, path) -> {});
    assertAllReadable();
  }
}
