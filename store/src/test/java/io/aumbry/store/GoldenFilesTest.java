package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.CrashingDisk;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The files of version 1, byte for byte as they were when it was made. They never change: a new
 * version gets files of its own beside them.
 */
final class GoldenFilesTest {
  private static final String PARTITION = "partition-7/";
  private static final List<String> FILES =
      List.of(
          "disk.id",
          PARTITION + "store.id",
          PARTITION + "reached",
          PARTITION + "log-0000000001.seg",
          PARTITION + "index-%020d-%020d.idx".formatted(1, 20));
  private static final StoreConfig CONFIG =
      new StoreConfig(Durability.FSYNC, 64 * 1024, 0, 1 << 20, 100, 1, 20);

  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(new SplittableRandom(1));

  @AfterEach
  void close() {
    fixture.close();
  }

  private static BlobId id(int number) {
    return new BlobId(
        BlobKind.SIMPLE,
        false,
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
  void filesAreWrittenAsInVersion1() throws IOException {
    write();
    for (String file : FILES) {
      assertThat(medium.bytes(file)).as(file).isEqualTo(golden(file));
    }
  }

  @Test
  void filesOfVersion1AreRead() throws IOException {
    medium.createFolder("partition-7");
    for (String file : FILES) {
      medium.create(file).close();
      medium.overwrite(file, 0, golden(file));
    }
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      assertThat(store.lastSequence()).isEqualTo(21);
      for (int i = 0; i < 20; i++) {
        assertThat(Blobs.read(store, id(i), fixture.patient()).content())
            .isEqualTo(i == 4 ? new byte[0] : bytes(i));
      }
    } catch (AumbryException e) {
      throw new AssertionError("a file of version 1 was refused", e);
    }
  }

  private static byte[] golden(String file) throws IOException {
    String name = "/golden/v1/" + file.replace('/', '.');
    try (var stream = GoldenFilesTest.class.getResourceAsStream(name)) {
      assertThat(stream).as(name).isNotNull();
      return stream.readAllBytes();
    }
  }
}
