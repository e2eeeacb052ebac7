package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** How long a read may wait. */
public enum ReadMode {
  /** Random reads that may wait for the device, for disk threads. */
  WAIT {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.readAlone(target, position);
    }
  },

  /** Sequential reads that may wait for the device, with read-ahead. */
  STREAM {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }
  },

  /** Reads from memory only, for any thread including event loops. */
  NOW {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.readNow(target, position);
    }
  };

  /**
   * Reads like {@link DiskFile#read}.
   *
   * @throws NotCachedException when the mode is {@link #NOW} and the bytes are not in memory
   */
  public abstract int read(DiskFile file, ByteBuffer target, long position) throws IOException;
}
