package io.aumbry.server.entropy;

import java.util.UUID;

/**
 * What came of comparing a replica with a peer's the last time.
 *
 * @param store of the peer
 * @param comparedMillis when that ended, in milliseconds since 1970; 0 if it never did
 * @param provenMillis both had all blobs that were made up to this time, and said the same of each;
 *     0 if that was never so
 * @param before what was proven of the peer when the comparison began that proved this
 * @param open what was found then and not repaired
 */
public record Comparison(
    UUID store, long comparedMillis, long provenMillis, Watermarks before, Open open) {
  /** Of a store that nothing was ever compared with. */
  public static final Comparison NEVER =
      new Comparison(new UUID(0, 0), 0, 0, Watermarks.NONE, Open.NOTHING);

  /**
   * Blobs in which two replicas differ.
   *
   * @param here blobs of which this replica lacks something that it could not get
   * @param there blobs of which the peer lacks something, which it is for the peer to get
   * @param doubtful blobs that the peer alone has and that were made so long ago that they may have
   *     been deleted and forgotten since, so that it is for people to say; and blobs of which both
   *     have other bytes
   */
  public record Open(int here, int there, int doubtful) {
    public static final Open NOTHING = new Open(0, 0, 0);

    public int all() {
      return here + there + doubtful;
    }

    Open plus(Open other) {
      return new Open(here + other.here, there + other.there, doubtful + other.doubtful);
    }
  }

  /** Up to when this replica has all blobs of a data centre, since the peer had them. */
  long provenMillis(int dataCenter) {
    return Math.min(provenMillis, before.of(dataCenter));
  }

  public boolean isClean() {
    return comparedMillis > 0 && provenMillis > 0 && open.all() == 0;
  }
}
