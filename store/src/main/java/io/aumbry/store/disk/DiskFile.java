package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. Reads may run at the same time as each other and as writes to other bytes. */
public interface DiskFile extends AutoCloseable {
  /**
   * Fills {@code target} from {@code position} on, up to its limit or the end of the file.
   *
   * @return how many bytes were read; less than remained only at the end of the file
   */
  int read(ByteBuffer target, long position) throws IOException;

  /**
   * As {@link #read}, for whoever reads here and there: what is beside these bytes is not fetched.
   */
  default int readAlone(ByteBuffer target, long position) throws IOException {
    return read(target, position);
  }

  /** Says which bytes will be read next, so that they can be fetched meanwhile, all at once. */
  default void announce(long position, long length) {}

  /**
   * As {@link #read}, but only bytes that are in memory: never waits for the device, so that it may
   * be called on any thread.
   *
   * @throws NotCachedException when some are not, or that cannot be said; the target is as it was
   */
  int readNow(ByteBuffer target, long position) throws IOException;

  /**
   * Writes all that remains in {@code source} at {@code position}.
   *
   * @throws NoSpaceException when the disk is full; some bytes may have been written
   */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Writes all that remains in {@code sources}, one after the other, from {@code position} on. One
   * thread at a time.
   *
   * @throws NoSpaceException when the disk is full; some bytes may have been written
   */
  void gather(ByteBuffer[] sources, long position) throws IOException;

  /**
   * Takes room on the disk for bytes that are to be written, and makes the file reach behind them;
   * they are zeros until then. No more durable than a write.
   *
   * @param from at or behind the end of the file
   * @return whether there is room; else the file may be longer than it was, by zeros
   */
  boolean allocate(long from, long to) throws IOException;

  /** Says that bytes, which were forced, need not be kept in memory. */
  void uncache(long from, long to);

  /** Makes the bytes written so far, and the length, durable. */
  void force() throws IOException;

  long size() throws IOException;

  void truncate(long size) throws IOException;

  @Override
  void close() throws IOException;
}
