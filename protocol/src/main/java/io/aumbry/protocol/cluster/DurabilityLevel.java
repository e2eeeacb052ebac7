package io.aumbry.protocol.cluster;

/**
 * Where a new blob is on disk before its PUT is acknowledged. Each level includes the previous
 * ones.
 */
public enum DurabilityLevel {
  /** A write quorum in the frontend's data centre. */
  LOCAL,
  /** Also one replica in another data centre. */
  REMOTE,
  /**
   * A write quorum in each of more than half of the data centres, the frontend's and another
   * included.
   */
  MAJORITY;

  public DurabilityLevel or(DurabilityLevel other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
