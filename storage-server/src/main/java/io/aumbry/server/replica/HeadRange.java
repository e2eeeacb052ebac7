package io.aumbry.server.replica;

/**
 * A range of newest records of a peer's store that are durable here although older ones are
 * missing. It belongs to the store and opening of the token beside it, and exists in memory only.
 *
 * @param after sequence number before the first record
 * @param last sequence number of the last record
 * @param damages the version of the damage here as of which the range is verified
 */
public record HeadRange(long after, long last, long damages) {
  public static final HeadRange NONE = new HeadRange(0, 0, 0);

  public HeadRange {
    if (after < 0 || after > last) {
      throw new IllegalArgumentException("invalid range: after " + after + ", last " + last);
    }
  }

  public boolean isNone() {
    return last == 0;
  }

  static HeadRange behind(long end, long damages) {
    return new HeadRange(end, end, damages);
  }

  long size() {
    return last - after;
  }

  public HeadRange downTo(long sequence) {
    return new HeadRange(Math.min(after, sequence), last, damages);
  }

  public HeadRange upTo(long sequence) {
    return new HeadRange(after, Math.max(last, sequence), damages);
  }
}
