package io.aumbry.server.entropy;

import java.util.UUID;

/**
 * The result of the last comparison of a replica with a peer's. Times are in milliseconds since
 * 1970.
 *
 * @param store of the peer.
 * @param comparedMillis end of the comparison; 0 for never.
 * @param provenMillis both had all blobs that were created up to this time, in the same state; 0
 *     for never.
 * @param elsewhere blobs of other data centres that are here, because the peer was proven to have
 *     them before this comparison or an earlier one.
 * @param open differences that were found and not repaired.
 */
public record Comparison(
    UUID store, long comparedMillis, long provenMillis, Watermarks elsewhere, Open open) {
  public static final Comparison NEVER =
      new Comparison(new UUID(0, 0), 0, 0, Watermarks.NONE, Open.NOTHING);

  /**
   * Numbers of blobs in which two replicas differ.
   *
   * @param here records are missing here and could not be fetched.
   * @param there records are missing at the peer, which will fetch them.
   * @param doubtful an operator must decide: only the peer has the blob and its delete may have
   *     been forgotten, or the two have different bytes.
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

  /** The result after the peer's store was replaced. Blobs that are here remain proven. */
  Comparison ofNoStore() {
    return new Comparison(
        NEVER.store, NEVER.comparedMillis, NEVER.provenMillis, elsewhere, NEVER.open);
  }

  public boolean isClean() {
    return comparedMillis > 0 && provenMillis > 0 && open.all() == 0;
  }
}
