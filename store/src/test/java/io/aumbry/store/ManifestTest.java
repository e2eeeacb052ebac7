package io.aumbry.store;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files of the log that do not match the manifest. */
@Timeout(300)
final class ManifestTest {
  private static final String MANIFEST = "partition-7/manifest";
  private static final int LENGTH = 1000;

  private final SplittableRandom random = new SplittableRandom(12);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final List<BlobId> ids = new ArrayList<>();

  @AfterEach
  void close() {
    fixture.close();
  }

  private void put(int count, boolean create) {
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      BlobStore store = create ? disk.create(Blobs.PARTITION) : disk.open(Blobs.PARTITION);
      for (int i = 0; i < count; i++) {
        BlobId id = Blobs.id(random);
        Blobs.put(store, id, new byte[LENGTH], fixture.patient());
        ids.add(id);
      }
    }
  }

  private void assertAllIsThere() {
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      assertThat(store.lastSequence()).isEqualTo(ids.size());
      for (BlobId id : ids) {
        assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(LENGTH);
      }
    }
  }

  private void assertRefused() {
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      assertCode(() -> disk.open(Blobs.PARTITION), ErrorCode.CORRUPT_RECORD);
    }
  }

  private void replaceManifest(byte[] bytes) throws IOException {
    medium.create(MANIFEST).close();
    medium.overwrite(MANIFEST, 0, bytes);
  }

  @Test
  void anUnlistedSegmentIsDetected() throws IOException {
    put(20, true);
    byte[] before = medium.bytes(MANIFEST);
    put(40, false);
    replaceManifest(before);
    assertRefused();
  }

  @Test
  void aMissingManifestIsDetected() throws IOException {
    put(40, true);
    medium.delete(MANIFEST);
    assertRefused();
  }

  @Test
  void aFlippedBitOfTheManifestIsDetected() {
    put(40, true);
    int length = medium.bytes(MANIFEST).length;
    for (int at = 0; at < length; at += 3) {
      medium.flip(MANIFEST, at, at % 8);
      try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
        assertThatThrownBy(() -> disk.open(Blobs.PARTITION)).isInstanceOf(AumbryException.class);
      }
      medium.flip(MANIFEST, at, at % 8);
    }
    assertAllIsThere();
  }

  /** The disk returns an old manifest, and its files are gone. */
  @Test
  void anOldManifestIsDetectedOnceFilesWereReplaced() throws IOException {
    put(60, true);
    byte[] before = medium.bytes(MANIFEST);
    long now = fixture.time().wallMillis();
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      ids.subList(0, 45).forEach(id -> store.delete(id, now, fixture.patient()));
      fixture.time().advance(Duration.ofDays(8).toMillis());
      Agreement agreement = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
      assertThat(store.compact(agreement, bytes -> {}).didSomething()).isTrue();
    }
    byte[] after = medium.bytes(MANIFEST);
    replaceManifest(before);
    assertRefused();
    medium.delete(MANIFEST);
    assertRefused();
    replaceManifest(after);
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      assertThat(Blobs.read(store, ids.getLast(), fixture.patient()).content()).hasSize(LENGTH);
    }
  }
}
