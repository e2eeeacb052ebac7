package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.BytesOfTests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Reads of a file of four blocks, the last one incomplete. */
final class BlockReadsTest {
  private static final int BLOCK = BlockReads.BLOCK;
  private static final int SIZE = 3 * BLOCK + 100;
  private static final byte UNREADABLE = (byte) 0xDB;

  private final byte[] bytes = BytesOfTests.random(new SplittableRandom(1), SIZE);
  private final List<Long> broken = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(2));

  private boolean isBroken(long from, long to) {
    return broken.stream().anyMatch(block -> block * BLOCK < to && from < (block + 1) * BLOCK);
  }

  private DiskFile file() throws IOException {
    DiskFile file = disk.create("file");
    file.write(ByteBuffer.wrap(bytes), 0);
    return file;
  }

  /** The bytes from a position on, after ten bytes that stay. */
  private byte[] read(long position, int length) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(10 + length).position(10);
    int read;
    try (DiskFile file = file()) {
      read = BlockReads.read(file, (to, at) -> read(file, to, at), target, position);
    }
    assertThat(target.position()).isEqualTo(10 + read);
    assertThat(Arrays.copyOf(target.array(), 10)).containsOnly(0);
    return Arrays.copyOfRange(target.array(), 10, 10 + read);
  }

  /** As a device that fails after it has moved some bytes. */
  private int read(DiskFile file, ByteBuffer target, long position) throws IOException {
    lengths.add(target.remaining());
    if (isBroken(position, position + target.remaining())) {
      target.put((byte) 1);
      throw new DeviceException("read", new IOException("Input/output error"));
    }
    return file.read(target, position);
  }

  private byte[] expected(int from, int to) {
    byte[] all = bytes.clone();
    broken.forEach(block ->
        Arrays.fill(
            all, (int) (block * BLOCK), (int) Math.min(SIZE, (block + 1) * BLOCK), UNREADABLE));
    return Arrays.copyOfRange(all, from, to);
  }

  @Test
  void aReadWithoutErrorIsPassedOn() throws IOException {
    assertThat(read(100, 2 * BLOCK)).isEqualTo(expected(100, 100 + 2 * BLOCK));
    assertThat(lengths).containsExactly(2 * BLOCK);
  }

  @Test
  void onlyTheUnreadableBlockIsReplaced() throws IOException {
    broken.add(1L);
    assertThat(read(100, 2 * BLOCK)).isEqualTo(expected(100, 100 + 2 * BLOCK));
    assertThat(lengths).containsExactly(2 * BLOCK, BLOCK - 100, BLOCK, 100);
  }

  @Test
  void theReadEndsWithTheFile() throws IOException {
    broken.add(3L);
    assertThat(read(2 * BLOCK, 3 * BLOCK)).isEqualTo(expected(2 * BLOCK, SIZE));
    assertThat(read(SIZE, BLOCK)).isEmpty();
  }

  @Test
  void aPartOfAnUnreadableBlockIsReplaced() throws IOException {
    broken.add(1L);
    assertThat(read(BLOCK + 10, 20)).isEqualTo(expected(BLOCK + 10, BLOCK + 30));
  }

  /** Another thread has cut the file since its size was read. */
  @Test
  void aBlockThatCannotBeReadToItsEndIsTheLast() throws IOException {
    broken.add(0L);
    ByteBuffer target = ByteBuffer.allocate(3 * BLOCK);
    try (DiskFile file = file()) {
      BlockReads.Reading cut =
          (to, at) -> {
            int read = read(file, to.slice(to.position(), Math.min(50, to.remaining())), at);
            to.position(to.position() + read);
            return read;
          };
      assertThat(BlockReads.read(file, cut, target, 0)).isEqualTo(BLOCK + 50);
    }
  }
}
