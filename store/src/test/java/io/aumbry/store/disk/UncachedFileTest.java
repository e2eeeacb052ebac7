package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.BytesOfTests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uncached reads return the file's content for any range. */
final class UncachedFileTest {
  private static final int EIO = 5;
  private static final int EBADF = 9;
  private static final int EISDIR = 21;
  private static final int EINVAL = 22;
  private static final int ENODATA = 61;

  @TempDir Path folder;
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void anyRangeOfAFileIsRead() throws IOException {
    byte[] bytes = BytesOfTests.random(random, 2_500_001);
    Path path = folder.resolve("file");
    Files.write(path, bytes);
    try (UncachedFile file = UncachedFile.open(path)) {
      for (int i = 0; i < 200; i++) {
        int from = random.nextInt(bytes.length + 5000);
        int length = random.nextInt(1 << random.nextInt(1, 22));
        int there = Math.clamp(bytes.length - from, 0, length);
        ByteBuffer target = ByteBuffer.allocate(length);
        assertThat(file.read(target, from)).isEqualTo(there);
        assertThat(Arrays.copyOf(target.array(), there))
            .isEqualTo(
                Arrays.copyOfRange(
                    bytes, Math.min(from, bytes.length), Math.min(from, bytes.length) + there));
      }
      assertThat(file.size()).isEqualTo(bytes.length);
    }
  }

  /** A writer appends while a reader is at the end. */
  @Test
  void recentWritesAreRead() throws IOException {
    FileSystemDisk disk = new FileSystemDisk(folder);
    try (DiskFile writer = disk.create("log");
        DiskFile reader = disk.openUncached("log")) {
      long end = 0;
      for (int i = 0; i < 50; i++) {
        byte[] bytes = BytesOfTests.random(random, random.nextInt(1, 9000));
        writer.write(ByteBuffer.wrap(bytes), end);
        ByteBuffer target = ByteBuffer.allocate(bytes.length);
        assertThat(reader.read(target, end)).isEqualTo(bytes.length);
        assertThat(target.array()).isEqualTo(bytes);
        end += bytes.length;
      }
    }
  }

  /** Bytes of the page cache would hide the error. */
  @Test
  void onlyARefusedDirectReadIsRepeatedThroughThePageCache() throws IOException {
    assertThat(DirectReads.judged(4096)).isEqualTo(4096);
    assertThat(DirectReads.judged(0)).isZero();
    for (int refusal : new int[] {EINVAL, EBADF}) {
      assertThat(DirectReads.judged(-refusal)).isNegative();
    }
    for (int error : new int[] {EIO, ENODATA}) {
      assertThatThrownBy(() -> DirectReads.judged(-error)).isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void theErrorOfADirectReadIsKnown() {
    ByteBuffer target = ByteBuffer.allocateDirect(4096);
    int closed = 1 << 20;
    assertThat(FileDescriptors.readOrError(closed, target, 0)).isEqualTo(-EBADF);
    int self = FileDescriptors.open(folder, 0);
    assertThat(FileDescriptors.readOrError(self, target, 0)).isEqualTo(-EISDIR);
    FileDescriptors.close(self);
  }
}
