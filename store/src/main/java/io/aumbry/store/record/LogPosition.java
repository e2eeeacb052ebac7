package io.aumbry.store.record;

/**
 * The position in a store's log at which a record was first written. It identifies the record even
 * after compaction has moved its bytes. No position is used twice.
 *
 * @param segment number of the segment, from 1
 * @param offset in bytes, a multiple of 8
 */
public record LogPosition(int segment, long offset) {
  /** A number that sorts like the position. */
  public long packed() {
    return ((long) segment << 32) | (offset >>> 3);
  }

  public static LogPosition unpack(long packed) {
    return new LogPosition((int) (packed >>> 32), (packed & 0xFFFF_FFFFL) << 3);
  }

  @Override
  public String toString() {
    return "segment " + segment + " offset " + offset;
  }
}
