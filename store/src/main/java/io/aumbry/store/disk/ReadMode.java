package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** How long a read of a file may take. */
public enum ReadMode {
  /** As long as the device takes: on disk threads only. For whoever reads here and there. */
  WAIT {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.readAlone(target, position);
    }
  },

  /** The same for whoever goes through the file: what follows may be fetched too. */
  STREAM {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }
  },

  /** No longer than a copy from memory: on any thread, also one that an event loop carries. */
  NOW {
    @Override
    public int read(DiskFile file, ByteBuffer target, long position) throws IOException {
      return file.readNow(target, position);
    }
  };

  /**
   * Reads as {@link DiskFile#read} does.
   *
   * @throws NotCachedException when the mode is {@link #NOW} and the device would be waited for
   */
  public abstract int read(DiskFile file, ByteBuffer target, long position) throws IOException;
}
