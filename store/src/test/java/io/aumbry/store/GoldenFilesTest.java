package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Byte-for-byte samples of the files of each format version. They never change; a new version gets
 * its own samples.
 */
final class GoldenFilesTest {
  private static final String PARTITION = "partition-7/";
  private static final String INDEX = PARTITION + "index-%010d-%010d.idx".formatted(1, 1);
  private static final String LOG = PARTITION + "log-0000000001.seg";
  private static final List<String> WRITTEN =
      List.of(
          "disk.id",
          PARTITION + "store.id",
          PARTITION + "openings",
          PARTITION + "reached",
          PARTITION + "manifest",
          LOG,
          INDEX);
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 64 * 1024, 0, 1 << 20, 100, 1, 20);

  private static final StoreConfig SMALL_SEGMENTS =
      new StoreConfig(SyncPolicy.FSYNC, 4096, 0, 1 << 20, 100, 1, 40);

  /** Files after {@link #writeAndCompact}: two became one, the others stay. */
  private static final List<String> COMPACTED =
      List.of(
          "disk.id",
          PARTITION + "store.id",
          PARTITION + "openings",
          PARTITION + "reached",
          PARTITION + "manifest",
          PARTITION + "log-0000000003.seg",
          PARTITION + "log-0000000004.seg",
          PARTITION + "log-0000000005.seg");

  private static final List<String> SCRUBBED =
      List.of(
          "disk.id",
          "scrubbed",
          PARTITION + "store.id",
          PARTITION + "openings",
          PARTITION + "reached",
          PARTITION + "manifest",
          PARTITION + "quarantine",
          LOG,
          INDEX);

  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(new SplittableRandom(1));

  @AfterEach
  void close() {
    fixture.close();
  }

  private static BlobId id(int number) {
    return new BlobId(
        BlobId.Flags.of(BlobKind.SIMPLE),
        3,
        101,
        number + 1,
        Blobs.PARTITION,
        new UUID(0x0190_0000_0000_7000L + number, 0x8000_0000_0000_0000L + number));
  }

  private static byte[] bytes(int number) {
    return BytesOfTests.random(new SplittableRandom(number), number * 17);
  }

  private void write() {
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      for (int i = 0; i < 20; i++) {
        Blobs.put(store, id(i), bytes(i), Blobs.CREATED + 1000 + i, fixture.patient());
      }
      store.delete(id(4), Blobs.CREATED + 2, fixture.patient());
    }
  }

  @Test
  void filesMatchTheirSamples() throws IOException {
    write();
    assertWritten("v1", WRITTEN);
  }

  @Test
  void filesOfVersion1AreRead() throws IOException {
    lay("v1", WRITTEN);
    assertAllIsRead();
    assertThat(medium.bytes(INDEX)).isEqualTo(golden("v1", INDEX));
  }

  private void writeAndCompact() {
    try (StoreDisk disk = fixture.open(medium, SMALL_SEGMENTS)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      for (int i = 0; i < 30; i++) {
        Blobs.put(store, id(i), bytes(i), fixture.patient());
      }
      for (int i = 0; i < 24; i++) {
        if (i % 4 != 1) {
          store.delete(id(i), fixture.time().wallMillis(), fixture.patient());
        }
      }
      fixture.time().advance(Duration.ofDays(20).toMillis());
      Agreement agreement = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
      assertThat(store.compact(agreement, bytes -> {}).didSomething()).isTrue();
    }
  }

  @Test
  void compactedFilesMatchTheirSamples() throws IOException {
    writeAndCompact();
    assertWritten("compacted-v1", COMPACTED);
  }

  @Test
  void compactedFilesOfVersion1AreRead() throws IOException {
    lay("compacted-v1", COMPACTED);
    try (StoreDisk disk = fixture.open(medium, SMALL_SEGMENTS)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      for (int i = 0; i < 30; i++) {
        boolean lives = i >= 24 || i % 4 == 1;
        assertThat(Blobs.read(store, id(i), fixture.patient()).content())
            .isEqualTo(lives ? bytes(i) : new byte[0]);
      }
    }
  }

  /** One damaged record was put again; another one was not repaired. */
  private void writeAndScrub() {
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      for (int i = 0; i < 20; i++) {
        Blobs.put(store, id(i), bytes(i), fixture.patient());
      }
      medium.flip(LOG, 64 + 100, 3);
      medium.flip(LOG, 64 + 2000, 3);
      StoreFixture.scrub(disk);
      Blobs.put(store, id(0), bytes(0), fixture.patient());
      disk.followUp(moved -> {});
      assertThat(store.damaged().open()).isEqualTo(1);
    }
  }

  @Test
  void filesOfTheScrubMatchTheirSamples() throws IOException {
    writeAndScrub();
    assertWritten("scrubbed-v1", SCRUBBED);
  }

  @Test
  void filesOfTheScrubOfVersion1AreRead() throws IOException {
    lay("scrubbed-v1", SCRUBBED);
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      assertThat(store.damaged().open()).isEqualTo(1);
      assertThat(Blobs.read(store, id(0), fixture.patient()).content()).isEqualTo(bytes(0));
      assertThat(disk.scrubState().startedMillis()).isEqualTo(fixture.time().wallMillis());
    }
  }

  private void assertWritten(String version, List<String> files) throws IOException {
    for (String file : files) {
      assertThat(medium.bytes(file)).as(file).isEqualTo(golden(version, file));
    }
  }

  private void lay(String version, List<String> files) throws IOException {
    medium.createFolder("partition-7");
    for (String file : files) {
      medium.create(file).close();
      medium.overwrite(file, 0, golden(version, file));
    }
  }

  private void assertAllIsRead() {
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      assertThat(store.lastSequence()).isEqualTo(21);
      for (int i = 0; i < 20; i++) {
        assertThat(Blobs.read(store, id(i), fixture.patient()).content())
            .isEqualTo(i == 4 ? new byte[0] : bytes(i));
      }
      UsageModel usage = new UsageModel(fixture.time().wallMillis());
      for (int i = 0; i < 20; i++) {
        if (i != 4) {
          usage.add(id(i), bytes(i).length, Blobs.CREATED + 1000 + i);
        }
      }
      usage.assertCountedBy(store, fixture.patient());
    } catch (AumbryException e) {
      throw new AssertionError("a file was refused", e);
    }
  }

  private static byte[] golden(String version, String file) throws IOException {
    String name = "/golden/" + version + "/" + file.replace('/', '.');
    try (var stream = GoldenFilesTest.class.getResourceAsStream(name)) {
      assertThat(stream).as(name).isNotNull();
      return stream.readAllBytes();
    }
  }
}
