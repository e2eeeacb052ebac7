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

  /** Announces a read, so that the system can fetch the bytes ahead in one go. */
  default void announce(long position, long length) {}

  /**
   * Like {@link #read}, for bytes in memory only. Never waits for the device, so any thread may
   * call it.
   *
   * @throws NotCachedException when some bytes are not in memory, or when this is unknown; the
   *     target is unchanged
   */
  int readNow(ByteBuffer target, long position) throws IOException;

  /**
   * Writes {@code source} completely.
   *
   * @throws NoSpaceException when the disk is full; some bytes may have been written
   */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Writes all {@code sources} one after the other. One thread at a time.
   *
   * @throws NoSpaceException when the disk is full; some bytes may have been written
   */
  void gather(ByteBuffer[] sources, long position) throws IOException;

  /**
   * Allocates disk space for a range and extends the file to its end. The range reads as zeros.
   * Needs a sync to be durable.
   *
   * @param from at or after the end of the file
   * @return whether the space was allocated; if not, the file may be longer by zeros
   */
  boolean allocate(long from, long to) throws IOException;

  /** Tells the system that these synced bytes need not stay in memory. */
  void uncache(long from, long to);

  /** Makes the written bytes and the file length durable. */
  void force() throws IOException;

  long size() throws IOException;

  void truncate(long size) throws IOException;

  @Override
  void close() throws IOException;
}
