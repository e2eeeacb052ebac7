package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads a file although the device cannot read some of its blocks (EIO). These blocks get bytes
 * that match no checksum, so that callers find damage there.
 */
final class BlockReads {
  /** The usual size of a sector. */
  static final int BLOCK = 4096;

  /** Neither a zero, which may be the end of a log, nor a byte of a mark. */
  private static final byte UNREADABLE = (byte) 0xDB;

  private BlockReads() {}

  @FunctionalInterface
  interface Reading {
    int read(ByteBuffer target, long position) throws IOException;
  }

  /**
   * Reads as {@code reading}, and block by block after an error of the device.
   *
   * @param file which {@code reading} reads
   */
  static int read(DiskFile file, Reading reading, ByteBuffer target, long position)
      throws IOException {
    int start = target.position();
    try {
      return reading.read(target, position);
    } catch (DeviceException e) {
      return readBlocks(file, reading, target.position(start), position);
    }
  }

  private static int readBlocks(DiskFile file, Reading reading, ByteBuffer target, long position)
      throws IOException {
    int start = target.position();
    long end = Math.min(position + target.remaining(), file.size());
    long at = position;
    long next = Math.min(end, endOfBlock(at));
    while (at < end) {
      ByteBuffer block = target.slice(target.position(), (int) (next - at));
      int read = readBlock(file, reading, block, at);
      target.position(target.position() + read);
      at = read < block.limit() ? end : next;
      next = Math.min(end, endOfBlock(at));
    }
    return target.position() - start;
  }

  private static long endOfBlock(long position) {
    return (position / BLOCK + 1) * BLOCK;
  }

  private static int readBlock(DiskFile file, Reading reading, ByteBuffer block, long position)
      throws IOException {
    try {
      return reading.read(block, position);
    } catch (DeviceException e) {
      file.reportUnreadable(position);
      for (block.clear(); block.hasRemaining(); ) {
        block.put(UNREADABLE);
      }
      return block.limit();
    }
  }
}
