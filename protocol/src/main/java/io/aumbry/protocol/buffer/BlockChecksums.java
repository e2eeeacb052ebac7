package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The CRC32C of each block of {@value #BLOCK_SIZE} bytes of a content. The last block may be
 * shorter. The frontend computes them when the bytes arrive, and they travel with the content. Any
 * part of a content can be verified by reading the blocks that cover it.
 */
public final class BlockChecksums {
  /** In bytes. Every format with block checksums depends on it. */
  public static final int BLOCK_SIZE = 64 * 1024;

  private static final BlockChecksums NONE = new BlockChecksums(new int[0]);

  private final int[] checksums;

  private BlockChecksums(int[] checksums) {
    this.checksums = checksums;
  }

  /** The number of blocks in a content of {@code length} bytes. */
  public static int blocksIn(long length) {
    return Math.toIntExact((length + BLOCK_SIZE - 1) / BLOCK_SIZE);
  }

  public static BlockChecksums of(Body content) {
    Builder builder = new Builder();
    content.slices().forEach(slice -> builder.update(slice.view()));
    return builder.build();
  }

  /** Reads {@code count} checksums of four bytes and advances {@code from} past them. */
  public static BlockChecksums read(ByteBuffer from, int count) {
    int[] checksums = new int[count];
    for (int i = 0; i < count; i++) {
      checksums[i] = from.getInt();
    }
    return new BlockChecksums(checksums);
  }

  public void write(ByteBuffer to) {
    for (int checksum : checksums) {
      to.putInt(checksum);
    }
  }

  public int count() {
    return checksums.length;
  }

  public int of(int block) {
    return checksums[block];
  }

  /** The checksums of blocks {@code from} (inclusive) to {@code to} (exclusive). */
  public BlockChecksums slice(int from, int to) {
    Objects.checkFromToIndex(from, to, checksums.length);
    return to - from == checksums.length
        ? this
        : new BlockChecksums(Arrays.copyOfRange(checksums, from, to));
  }

  /** The CRC32C of the whole content, which is {@code length} bytes long. */
  public int combined(long length) {
    int crc = 0;
    for (int i = 0; i < checksums.length; i++) {
      long inBlock = Math.min(BLOCK_SIZE, length - (long) i * BLOCK_SIZE);
      crc = i == 0 ? checksums[0] : Crc32c.combine(crc, checksums[i], inBlock);
    }
    return crc;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockChecksums that && Arrays.equals(checksums, that.checksums);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(checksums);
  }

  @Override
  public String toString() {
    return "BlockChecksums" + Arrays.toString(checksums);
  }

  /** Computes the checksums of a content that arrives in pieces of any size. */
  public static final class Builder {
    private final CRC32C current = new CRC32C();
    private int[] done = new int[4];
    private int blocks;
    private int inCurrent;

    /** Adds the remaining bytes. Does not move the position of {@code bytes}. */
    public void update(ByteBuffer bytes) {
      ByteBuffer rest = bytes.duplicate();
      int limit = rest.limit();
      while (rest.position() < limit) {
        int step = Math.min(limit - rest.position(), BLOCK_SIZE - inCurrent);
        current.update(rest.limit(rest.position() + step));
        inCurrent += step;
        if (inCurrent == BLOCK_SIZE) {
          finishBlock();
        }
      }
    }

    public BlockChecksums build() {
      if (inCurrent > 0) {
        finishBlock();
      }
      return blocks == 0 ? NONE : new BlockChecksums(Arrays.copyOf(done, blocks));
    }

    private void finishBlock() {
      if (blocks == done.length) {
        done = Arrays.copyOf(done, blocks * 2);
      }
      done[blocks++] = (int) current.getValue();
      current.reset();
      inCurrent = 0;
    }
  }
}
