package io.aumbry.server.entropy;

import java.util.UUID;

/**
 * What came of comparing a replica with a peer's the last time.
 *
 * @param store of the peer
 * @param comparedMillis when that ended, in milliseconds since 1970; 0 if it never did
 * @param provenMillis both had all blobs that were made up to this time, and said the same of each;
 *     0 if that was never so
 * @param elsewhere up to when this replica has all blobs of other data centres, since the peer was
 *     proven to have them before the two were compared, now or earlier
 * @param open what was found then and not repaired
 */
public record Comparison(
    UUID store, long comparedMillis, long provenMillis, Watermarks elsewhere, Open open) {
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

  /** What is left of it when the peer has another store: what this replica has, it has. */
  Comparison ofNoStore() {
    return new Comparison(
        NEVER.store, NEVER.comparedMillis, NEVER.provenMillis, elsewhere, NEVER.open);
  }

  public boolean isClean() {
    return comparedMillis > 0 && provenMillis > 0 && open.all() == 0;
  }
}
