package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The CRC32C of every block of {@value #BLOCK_SIZE} bytes of a content, the last block being what
 * is left. They are made at the frontend when the bytes arrive and go with them everywhere, so that
 * any part of a content can be proved right by reading the blocks that cover it.
 */
public final class BlockChecksums {
  /** In bytes; part of every format that holds block checksums. */
  public static final int BLOCK_SIZE = 64 * 1024;

  private static final BlockChecksums NONE = new BlockChecksums(new int[0]);

  private final int[] checksums;

  private BlockChecksums(int[] checksums) {
    this.checksums = checksums;
  }

  /** So many blocks has a content of {@code length} bytes. */
  public static int blocksIn(long length) {
    return Math.toIntExact((length + BLOCK_SIZE - 1) / BLOCK_SIZE);
  }

  public static BlockChecksums of(Body content) {
    Builder builder = new Builder();
    content.slices().forEach(slice -> builder.update(slice.view()));
    return builder.build();
  }

  /**
   * Reads {@code count} checksums, four bytes each, and moves the position of {@code from} behind
   * them.
   */
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

  /** Those of blocks {@code from} (inclusive) to {@code to} (exclusive). */
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

  /** Makes the checksums of a content that comes in pieces of any size. */
  public static final class Builder {
    private final CRC32C current = new CRC32C();
    private int[] done = new int[4];
    private int blocks;
    private int inCurrent;

    /** Adds what remains in {@code bytes}, whose position stays. */
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
