package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;

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
}
