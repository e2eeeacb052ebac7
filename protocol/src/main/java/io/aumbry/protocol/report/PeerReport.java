package io.aumbry.protocol.report;

import io.aumbry.protocol.cluster.NodeId;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The replication progress between a replica and one of its peers. {@link #UNKNOWN} stands for
 * values not heard since the replica was opened.
 *
 * @param acknowledged last record of this replica up to which the peer acknowledged all
 * @param store of the peer, if known
 * @param token last record of the peer up to which this replica has all
 * @param end of the peer's store when last heard, or {@link End#NEVER_HEARD}
 * @param inSyncMillis since 1970, the last time at which this replica was known to have all records
 *     of the peer
 */
public record PeerReport(
    NodeId node,
    int dataCenter,
    long acknowledged,
    UUID store,
    long token,
    End end,
    long inSyncMillis) {
  public static final long UNKNOWN = -1;

  /**
   * The end of a store.
   *
   * @param last sequence number of the last record
   * @param bytes approximate bytes of records after the token at that time
   */
  public record End(long last, long bytes) {
    public static final End NEVER_HEARD = new End(UNKNOWN, UNKNOWN);

    boolean isKnown() {
      return last != UNKNOWN;
    }
  }

  /**
   * Number of the peer's records after the token, some of which this replica may already have.
   * Empty if the peer was never heard.
   */
  public OptionalLong lag() {
    return end.isKnown() ? OptionalLong.of(Math.max(0, end.last() - token)) : OptionalLong.empty();
  }

  /** Approximate bytes of these records. Empty if the peer was never heard. */
  public OptionalLong lagBytes() {
    return end.isKnown() ? OptionalLong.of(end.bytes()) : OptionalLong.empty();
  }
}
