package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Bounds;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A storage node in the cluster.
 *
 * @param node unique among the nodes of all data centres.
 * @param endpoint may differ from the last run's.
 * @param remoteEndpoint for other data centres, if different.
 * @param zone the fault zone: a rack, a row, a room.
 * @param capacityBytes space for replicas on all its disks.
 * @param disks ids by folder, for {@link DiskRoster}
 */
public record ParticipantConfig(
    ClusterAddress address,
    NodeId node,
    Endpoint endpoint,
    Optional<Endpoint> remoteEndpoint,
    String zone,
    long capacityBytes,
    Map<String, UUID> disks) {
  private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  public ParticipantConfig {
    if (!ZONE.matcher(zone).matches()) {
      throw new IllegalArgumentException(
          "zone '"
              + zone
              + "' of node "
              + node
              + " must be 1 to 63 letters, digits, '.', '_', '-'");
    }
    disks = Map.copyOf(disks);
    Bounds.check(
        "capacity bytes of node " + node,
        capacityBytes,
        ControllerConfig.LEAST_BYTES,
        Long.MAX_VALUE);
  }

  /** Without disks, and with one endpoint for all. */
  public ParticipantConfig(
      ClusterAddress address, NodeId node, Endpoint endpoint, String zone, long capacityBytes) {
    this(address, node, endpoint, Optional.empty(), zone, capacityBytes, Map.of());
  }
}
