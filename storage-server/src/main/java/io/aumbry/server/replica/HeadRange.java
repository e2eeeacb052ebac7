package io.aumbry.server.replica;

/**
 * Records of a peer's store that are durable here, though not all before them are: those that came
 * first since they are the newest. They are of the store and the opening that the token beside it
 * names, and known in memory only.
 *
 * @param after sequence number before the first of them
 * @param last sequence number of the last of them
 * @param damages as of which damage here it is certain that they are, as {@link
 *     HostedReplica#damaged}
 */
public record HeadRange(long after, long last, long damages) {
  /** There is none. */
  public static final HeadRange NONE = new HeadRange(0, 0, 0);

  public HeadRange {
    if (after < 0 || after > last) {
      throw new IllegalArgumentException("records behind " + after + " up to " + last);
    }
  }

  public boolean isNone() {
    return last == 0;
  }

  /** Behind the last record of a store, of which none is in it yet. */
  static HeadRange behind(long end, long damages) {
    return new HeadRange(end, end, damages);
  }

  /** How many sequence numbers these are. */
  long size() {
    return last - after;
  }

  /** Those before it are here too, from this one on. */
  public HeadRange downTo(long sequence) {
    return new HeadRange(Math.min(after, sequence), last, damages);
  }

  /** Those behind it are here too, up to this one. */
  public HeadRange upTo(long sequence) {
    return new HeadRange(after, Math.max(last, sequence), damages);
  }
}
