package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads without waiting, on the machine's file system. */
final class FileSystemDiskTest {
  private static final int SIZE = 100_000;
  private static final int ATTEMPTS = 100;

  @TempDir private Path folder;
  private FileSystemDisk disk;

  @BeforeEach
  void write() throws IOException {
    disk = new FileSystemDisk(folder);
    ByteBuffer bytes = ByteBuffer.allocate(SIZE);
    for (int i = 0; i < SIZE; i++) {
      bytes.put((byte) (i * 31));
    }
    try (DiskFile file = disk.create("file")) {
      file.write(bytes.flip(), 0);
    }
  }

  private static void assertBytes(ByteBuffer read, int from) {
    for (int i = 0; i < read.position(); i++) {
      assertThat(read.get(i)).isEqualTo((byte) ((from + i) * 31));
    }
  }

  /** The system may evict pages at any time; the test then reads them in again. */
  private static int readNow(DiskFile file, ByteBuffer target, long from) throws IOException {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return file.readNow(target, from);
      } catch (NotCachedException dropped) {
        file.read(ByteBuffer.allocate(SIZE), 0);
      }
    }
    return file.readNow(target, from);
  }

  @Test
  void onlyTheOwnerReadsAFolder() throws IOException {
    disk.createFolder("store");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("store"))))
        .isEqualTo("rwx------");
  }

  @Test
  void bytesJustWrittenAreReadWithoutWaiting() throws IOException {
    try (DiskFile file = disk.open("file")) {
      ByteBuffer target = ByteBuffer.allocateDirect(20_000);
      assertThat(readNow(file, target, 1234)).isEqualTo(20_000);
      assertThat(target.hasRemaining()).isFalse();
      assertBytes(target, 1234);
    }
  }

  @Test
  void readNowGoesToTheLimitOfTheTargetAndTheEndOfTheFile() throws IOException {
    try (DiskFile file = disk.open("file")) {
      ByteBuffer target = ByteBuffer.allocateDirect(100).position(10).limit(60);
      assertThat(readNow(file, target, SIZE - 50)).isEqualTo(50);
      assertThat(target.position()).isEqualTo(60);
      assertThat(readNow(file, target.clear(), SIZE - 30)).isEqualTo(30);
      assertThat(target.position()).isEqualTo(30);
      assertBytes(target, SIZE - 30);
      assertThat(file.readNow(target.clear(), SIZE)).isZero();
      assertThat(file.readNow(target.clear().limit(0), 0)).isZero();
    }
  }

  @Test
  void readAloneGoesToTheLimitOfTheTargetAndTheEndOfTheFile() throws IOException {
    try (DiskFile file = disk.open("file");
        DiskFile made = disk.create("other")) {
      file.announce(0, SIZE);
      for (ByteBuffer target : List.of(ByteBuffer.allocateDirect(100), ByteBuffer.allocate(100))) {
        assertThat(file.readAlone(target.limit(60).position(10), SIZE - 50)).isEqualTo(50);
        assertThat(target.position()).isEqualTo(60);
        assertThat(file.readAlone(target.clear(), SIZE - 30)).isEqualTo(30);
        assertThat(target.position()).isEqualTo(30);
        assertBytes(target, SIZE - 30);
        assertThat(file.readAlone(target.clear(), SIZE)).isZero();
        assertThat(made.readAlone(target.clear(), 0)).isZero();
      }
    }
  }

  @Test
  void aFailedReadAloneReportsTheError() throws IOException {
    ByteBuffer target = ByteBuffer.allocateDirect(10);
    DiskFile file = disk.open("file");
    assertThatThrownBy(() -> file.readAlone(target, -1))
        .isInstanceOf(IllegalArgumentException.class);
    file.close();
    file.announce(0, SIZE);
    assertThatThrownBy(() -> file.readAlone(target, 0)).isInstanceOf(ClosedChannelException.class);
    assertThat(target.position()).isZero();
  }

  @Test
  void aRefusedReadLeavesTheTargetUnchanged() throws IOException {
    ByteBuffer onHeap = ByteBuffer.allocate(100).position(7);
    ByteBuffer direct = ByteBuffer.allocateDirect(100).position(7);
    try (DiskFile file = disk.open("file");
        DiskFile made = disk.create("other")) {
      assertThatThrownBy(() -> file.readNow(onHeap, 0)).isInstanceOf(NotCachedException.class);
      assertThatThrownBy(() -> file.readNow(direct, -1)).isInstanceOf(NotCachedException.class);
      assertThatThrownBy(() -> made.readNow(direct, 0)).isInstanceOf(NotCachedException.class);
    }
    assertThat(onHeap.position()).isEqualTo(7);
    assertThat(direct.position()).isEqualTo(7);
  }

  /** With or without support of the file system. */
  @Test
  void allocatedSpaceReadsAsZerosUntilItIsWritten() throws IOException {
    try (DiskFile file = disk.open("file")) {
      boolean given = file.allocate(SIZE, SIZE + 50_000);
      assertThat(file.size()).isEqualTo(given ? SIZE + 50_000 : SIZE);
      file.write(ByteBuffer.wrap(new byte[] {7}), SIZE + 10_000);
      ByteBuffer whole = ByteBuffer.allocate((int) file.size());
      assertThat(file.read(whole, 0)).isEqualTo(whole.capacity());
      for (int at = SIZE; at < whole.capacity(); at++) {
        assertThat(whole.get(at)).isEqualTo((byte) (at == SIZE + 10_000 ? 7 : 0));
      }
      file.read(whole.clear().limit(SIZE), 0);
      assertBytes(whole, 0);
    }
  }

  @Test
  void uncachedBytesAreReadUnchanged() throws IOException {
    try (DiskFile file = disk.open("file")) {
      file.force();
      file.uncache(0, SIZE);
      ByteBuffer whole = ByteBuffer.allocate(SIZE);
      assertThat(file.read(whole, 0)).isEqualTo(SIZE);
      assertBytes(whole, 0);
    }
  }

  @Test
  void aClosedFileAllocatesNothing() throws IOException {
    DiskFile closed = disk.open("file");
    closed.close();
    closed.uncache(0, SIZE);
    assertThat(closed.allocate(SIZE, 2 * SIZE)).isFalse();
    try (DiskFile file = disk.open("file")) {
      assertThat(file.size()).isEqualTo(SIZE);
    }
  }

  @Test
  void aClosedFileIsNotReadNorAnotherInItsPlace() throws IOException {
    DiskFile closed = disk.open("file");
    closed.close();
    try (DiskFile other = disk.open("file")) {
      ByteBuffer target = ByteBuffer.allocateDirect(10);
      assertThatThrownBy(() -> closed.readNow(target, 0)).isInstanceOf(NotCachedException.class);
      assertThat(readNow(other, target, 0)).isEqualTo(10);
    }
  }

  @Test
  void closingAFileDoesNotHarmItsReaders() throws Exception {
    for (int round = 0; round < 50; round++) {
      DiskFile file = disk.open("file");
      AtomicReference<Throwable> failure = new AtomicReference<>(new IOException());
      Thread reader = Thread.ofPlatform().start(() -> failure.set(readUntilClosed(file)));
      readNow(file, ByteBuffer.allocateDirect(10), 0);
      file.close();
      reader.join();
      assertThat(failure.get()).isInstanceOf(NotCachedException.class);
    }
  }

  private static Throwable readUntilClosed(DiskFile file) {
    ByteBuffer target = ByteBuffer.allocateDirect(1000);
    try {
      while (true) {
        file.readNow(target.clear(), 500);
        assertBytes(target, 500);
      }
    } catch (IOException | AssertionError e) {
      return e;
    }
  }

  /** Texts of JDK messages, and of the system's language. */
  @Test
  void systemErrorsAreClassified() {
    assertThat(classed("/data/1/log: No space left on device"))
        .isInstanceOf(NoSpaceException.class);
    assertThat(classed("Disk quota exceeded")).isInstanceOf(NoSpaceException.class);
    assertThat(classed("/data/1/manifest.new: Read-only file system"))
        .isInstanceOf(WriteProtectedException.class);
    assertThat(classed("Input/output error")).isInstanceOf(DeviceException.class);
    assertThat(classed("Stale file handle")).isExactlyInstanceOf(IOException.class);
    IOException before = new NoSpaceException("No space left on device", new IOException());
    assertThat(SystemError.classed(before)).isSameAs(before);
    assertThat(SystemError.classed(new IOException())).isExactlyInstanceOf(IOException.class);
  }

  private static IOException classed(String message) {
    return SystemError.classed(new IOException(message));
  }
}
