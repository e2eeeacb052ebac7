package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * How to read bytes that the caller verifies. Blocks that the device cannot read match no checksum,
 * see {@link BlockReads}.
 */
public enum ReadMode {
  /** Random reads, for disk threads. */
  WAIT {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return BlockReads.read(file, file::readAlone, target, position);
    }
  },

  /** Sequential reads with read-ahead, for disk threads. */
  STREAM {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return BlockReads.read(file, file::read, target, position);
    }
  },

  /** From memory only, for any thread. */
  NOW {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.readNow(target, position);
    }
  };

  /**
   * Reads into the buffer.
   *
   * @throws NotCachedException when the mode is {@link #NOW} and the bytes are not in memory
   */
  public abstract int read(DiskFile file, ByteBuffer target, long position) throws IOException;
}
