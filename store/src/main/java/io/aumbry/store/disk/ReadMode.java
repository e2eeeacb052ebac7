package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

public enum ReadMode {
  /** Random reads, for disk threads. */
  WAIT {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.readAlone(target, position);
    }
  },

  /** Sequential reads with read-ahead, for disk threads. */
  STREAM {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
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
