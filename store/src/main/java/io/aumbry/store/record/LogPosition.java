package io.aumbry.store.record;

/**
 * A place in the log of a store, where a record was first written. It names the record for as long
 * as the record is there: compaction moves bytes and not places, and uses no number twice.
 *
 * @param segment number of the segment, from 1
 * @param offset in its file in bytes, a multiple of 8
 */
public record LogPosition(int segment, long offset) {
  /** As one number that sorts like the position. */
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
