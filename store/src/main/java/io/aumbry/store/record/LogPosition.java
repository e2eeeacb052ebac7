package io.aumbry.store.record;

/**
 * The home position of a record: where it was first written. It identifies the record even after
 * compaction has moved the bytes. No position is used twice.
 *
 * @param segment from 1
 * @param offset in bytes, a multiple of 8
 */
public record LogPosition(int segment, long offset) {
  /** Sorts like the position. */
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
