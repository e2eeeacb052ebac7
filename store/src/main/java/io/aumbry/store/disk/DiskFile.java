package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. Concurrent reads are safe, also with writes to other bytes. */
public interface DiskFile extends AutoCloseable {
  /**
   * Reads up to the limit of {@code target} or the end of the file.
   *
   * @return bytes read; less than remained only at the end of the file
   */
  int read(ByteBuffer target, long position) throws IOException;

  /** Like {@link #read}, without read-ahead. */
  default int readAlone(ByteBuffer target, long position) throws IOException {
    return read(target, position);
  }

  /** Lets the system fetch the bytes ahead in one go. */
  default void announce(long position, long length) {}

  /**
   * Reads bytes in memory only. Never waits for the device, so any thread may call it.
   *
   * @throws NotCachedException when some bytes may not be in memory; the target is unchanged
   */
  int readNow(ByteBuffer target, long position) throws IOException;

  /** The device cannot read the block of {@link BlockReads#BLOCK} bytes with this position. */
  default void reportUnreadable(long position) {}

  /**
   * Writes all bytes of the buffer.
   *
   * @throws NoSpaceException when the disk is full; some bytes may have been written
   */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Writes the sources one after the other. One thread at a time.
   *
   * @throws NoSpaceException when the disk is full; some bytes may have been written
   */
  void gather(ByteBuffer[] sources, long position) throws IOException;

  /**
   * Allocates space and extends the file to {@code to}. The range reads as zeros. Needs a sync.
   *
   * @param from at or after the end of the file
   * @return whether the space was allocated; if not, the file may be longer by zeros
   */
  boolean allocate(long from, long to) throws IOException;

  /** These bytes, which are synced, need not stay in memory. */
  void uncache(long from, long to);

  /** Includes the file length. */
  void force() throws IOException;

  long size() throws IOException;

  void truncate(long size) throws IOException;

  @Override
  void close() throws IOException;
}
