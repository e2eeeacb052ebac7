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
 * @param end the peer's last record when it was last heard of, {@link #UNKNOWN} when it was not
 *     since the replica was opened
 * @param inSyncMillis since 1970 when all that the peer had was last known to be here, {@link
 *     #UNKNOWN} when it was not since the replica was opened
 */
public record PeerReport(
    NodeId node,
    int dataCenter,
    long acknowledged,
    UUID store,
    long token,
    long end,
    long inSyncMillis) {
  public static final long UNKNOWN = -1;

  /** So many records of the peer are not known to be here; empty while it was not heard of. */
  public OptionalLong lag() {
    return end == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(Math.max(0, end - token));
  }
}
