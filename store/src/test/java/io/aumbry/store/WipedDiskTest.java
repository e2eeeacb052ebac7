package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.FolderOfTests;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is emptied under a running process: open files outlive their names. */
final class WipedDiskTest {
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 1 << 20, 0, 1 << 20, 100, 1, 100);

  @TempDir private Path root;
  private final SplittableRandom random = new SplittableRandom(3);
  private final StoreFixture fixture = new StoreFixture();
  private final DiskGuard guard = new DiskGuard("one", Duration.ofSeconds(30), fixture.time());

  @AfterEach
  void close() {
    fixture.close();
  }

  private StoreDisk open() {
    return StoreDisk.open(root.resolve("disk"), CONFIG, fixture.environment(), guard);
  }

  @Test
  void aDiskWithItsFilesStaysInService() {
    try (StoreDisk disk = open()) {
      disk.create(1);
      disk.create(2).close();
      disk.drop(2);
      disk.requirePresence();
      assertThat(guard.isInService()).isTrue();
    }
  }

  @Test
  void aDiskWithAnEmptiedFolderIsOutOfService() throws IOException {
    StoreDisk disk = open();
    BlobStore store = disk.create(Blobs.PARTITION);
    FolderOfTests.delete(root.resolve("disk"));
    disk.requirePresence();
    assertThat(guard.isInService()).isFalse();
    assertThatThrownBy(() -> Blobs.put(store, Blobs.id(random), new byte[9], fixture.patient()))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("its file disk.id is gone")
        .extracting(failure -> ((AumbryException) failure).code())
        .isEqualTo(ErrorCode.DISK_FAILED);
  }

  @Test
  void aDiskThatLostTheFolderOfAnOpenStoreIsOutOfService() throws IOException {
    StoreDisk disk = open();
    disk.create(1);
    disk.create(2);
    FolderOfTests.delete(root.resolve("disk").resolve("partition-2"));
    disk.requirePresence();
    assertThat(guard.isInService()).isFalse();
  }
}
