package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.store.BlobStore.RecordBatch;
import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Files of a store changed in any way, by flipped bits, zeroed, swapped and old blocks, and by
 * being cut short: never a wrong byte, never a blob denied that is there, never an error that is
 * not one of the defined ones, never a loop.
 */
final class FilesFuzzTest {
  private static final int BLOBS = 60;
  private static final int BLOCK = 512;
  private static final int MAX_CHANGES = 8;
  private static final List<ErrorCode> DEFINED =
      List.of(ErrorCode.CORRUPT_RECORD, ErrorCode.UNSUPPORTED_VERSION, ErrorCode.DISK_FAILED);
  private static final StoreConfig TINY =
      new StoreConfig(Durability.FSYNC, 16 * 1024, 0, 64 << 20, 1000, 1, 16);

  private static final Template TEMPLATE = new Template();

  /** A store of several log and index segments, made once. */
  private static final class Template {
    final List<BlobId> ids = new ArrayList<>();
    final CrashingDisk disk = new CrashingDisk(new SplittableRandom(8));

    Template() {
      SplittableRandom random = new SplittableRandom(9);
      StoreFixture fixture = new StoreFixture();
      try (fixture;
          StoreDisk open = fixture.open(disk, TINY)) {
        BlobStore store = open.create(Blobs.PARTITION);
        for (int i = 0; i < BLOBS; i++) {
          BlobId id = Blobs.id(random);
          Blobs.put(store, id, content(i), fixture.patient());
          ids.add(id);
        }
        for (int i = 0; i < BLOBS; i += 10) {
          store.delete(ids.get(i), Blobs.CREATED, fixture.patient());
        }
      }
    }

    static byte[] content(int number) {
      return BytesOfTests.random(new SplittableRandom(number), 20 + number * 30);
    }

    static boolean isDeleted(int number) {
      return number % 10 == 0;
    }
  }

  @FuzzTest(maxDuration = "2m")
  void changedFilesYieldNoWrongByte(byte[] script) {
    CrashingDisk disk = TEMPLATE.disk.copy();
    ByteBuffer changes = ByteBuffer.wrap(script);
    for (int i = 0; i < MAX_CHANGES && changes.remaining() >= 10; i++) {
      change(disk, changes);
    }
    StoreFixture fixture = new StoreFixture();
    try (fixture;
        StoreDisk open = fixture.open(disk, TINY)) {
      check(fixture, open.open(Blobs.PARTITION));
    } catch (AumbryException e) {
      assertThat(e.code()).as(e.getMessage()).isIn(DEFINED);
    }
    assertThat(fixture.buffers().open()).isZero();
  }

  private static void change(CrashingDisk disk, ByteBuffer from) {
    List<String> paths = disk.files();
    String path = paths.get(Byte.toUnsignedInt(from.get()) % paths.size());
    int kind = Byte.toUnsignedInt(from.get());
    int size = disk.bytes(path).length;
    if (size == 0) {
      from.position(from.position() + 8);
      return;
    }
    int first = Integer.remainderUnsigned(from.getInt(), size);
    int second = Integer.remainderUnsigned(from.getInt(), size);
    switch (kind % 5) {
      case 0 -> disk.flip(path, first, second % Byte.SIZE);
      case 1 -> disk.overwrite(path, first, new byte[Math.min(BLOCK, size - first)]);
      case 2 -> copyBlock(disk, path, first / BLOCK * BLOCK, second / BLOCK * BLOCK);
      case 3 -> disk.cut(path, first);
      default -> disk.overwrite(path, first, new byte[] {(byte) second});
    }
  }

  /** What a misdirected write or a stale block look like. */
  private static void copyBlock(CrashingDisk disk, String path, int from, int to) {
    byte[] bytes = disk.bytes(path);
    int length = Math.min(BLOCK, bytes.length - Math.max(from, to));
    byte[] block = new byte[length];
    System.arraycopy(bytes, from, block, 0, length);
    disk.overwrite(path, to, block);
  }

  private static void check(StoreFixture fixture, BlobStore store) {
    boolean missed = false;
    for (int i = 0; i < BLOBS; i++) {
      missed |= isMissing(fixture, store, i);
    }
    if (missed) {
      assertThat(takesWrites(fixture, store)).as("a store that lost records goes on").isFalse();
    }
    readAll(fixture, store);
  }

  private static boolean isMissing(StoreFixture fixture, BlobStore store, int number) {
    try {
      Blobs.Read read = Blobs.read(store, TEMPLATE.ids.get(number), fixture.patient());
      if (read.result() instanceof ReadResult.Found) {
        assertThat(read.content()).isEqualTo(Template.content(number));
        return Template.isDeleted(number);
      }
      return !read.result().equals(new ReadResult.Missing(Absence.DELETED))
          || !Template.isDeleted(number);
    } catch (AumbryException e) {
      assertThat(e.code()).as(e.getMessage()).isIn(DEFINED);
      return false;
    }
  }

  private static boolean takesWrites(StoreFixture fixture, BlobStore store) {
    try {
      Blobs.put(store, Blobs.id(new SplittableRandom(77)), new byte[10], fixture.patient());
      return true;
    } catch (AumbryException e) {
      assertThat(e.code()).as(e.getMessage()).isIn(DEFINED);
      return false;
    }
  }

  private static void readAll(StoreFixture fixture, BlobStore store) {
    long after = 0;
    try {
      while (after < store.lastSequence()) {
        RecordBatch batch = store.recordsAfter(after, 10_000, fixture.patient());
        batch.records().close();
        assertThat(batch.last()).isGreaterThan(after);
        after = batch.last();
      }
    } catch (AumbryException e) {
      assertThat(e.code()).as(e.getMessage()).isIn(DEFINED);
    }
  }
}
