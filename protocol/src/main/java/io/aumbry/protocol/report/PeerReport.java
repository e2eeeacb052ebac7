package io.aumbry.protocol.report;

import io.aumbry.protocol.cluster.NodeId;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * How a replica stands with another one of its partition.
 *
 * @param dataCenter where the peer is
 * @param acknowledged up to which record of this replica the peer has said to have all, {@link
 *     #UNKNOWN} when it has not said so since the replica was opened
 * @param store of the peer, as far as it is known
 * @param token up to which record of the peer all are here
 * @param end of the peer when it was last heard of, {@link End#NEVER_HEARD} when it was not since
 *     the replica was opened
 * @param inSyncMillis since 1970 when all that the peer had was last known to be here, {@link
 *     #UNKNOWN} when it was not since the replica was opened
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
   * How far a store goes.
   *
   * @param last number of its last record
   * @param bytes about so many bytes of records were behind the token then
   */
  public record End(long last, long bytes) {
    public static final End NEVER_HEARD = new End(UNKNOWN, UNKNOWN);

    boolean isKnown() {
      return last != UNKNOWN;
    }
  }

  /**
   * So many records of the peer are behind the token, some of which may be here already; empty
   * while it was not heard of.
   */
  public OptionalLong lag() {
    return end.isKnown() ? OptionalLong.of(Math.max(0, end.last() - token)) : OptionalLong.empty();
  }

  /** About so many bytes of records these are; empty likewise. */
  public OptionalLong lagBytes() {
    return end.isKnown() ? OptionalLong.of(end.bytes()) : OptionalLong.empty();
  }
}
