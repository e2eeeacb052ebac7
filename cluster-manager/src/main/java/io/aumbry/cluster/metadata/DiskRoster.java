package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * The disks of each node of a data centre: a map of folder to disk id in field {@code DISKS} of the
 * node's record. A node writes its own list when it joins. The list survives the node's machine.
 * Calls wait for ZooKeeper without a time limit.
 */
public final class DiskRoster {
  private static final String FIELD = "DISKS";

  private final ClusterAddress address;

  public DiskRoster(ClusterAddress address) {
    this.address = address;
  }

  static void note(ZNRecord record, Map<String, UUID> disks) {
    Map<String, String> field = new TreeMap<>();
    disks.forEach((folder, id) -> field.put(folder, id.toString()));
    record.setMapField(FIELD, field);
  }

  private static Map<String, UUID> disks(ZNRecord record) {
    Map<String, UUID> disks = new TreeMap<>();
    Optional.ofNullable(record.getMapField(FIELD))
        .orElse(Map.of())
        .forEach((folder, id) -> disks.put(folder, UUID.fromString(id)));
    return disks;
  }

  /**
   * The disks of a node when it last joined.
   *
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  public Map<String, UUID> disksOf(NodeId node) throws InterruptedException {
    return asking(session -> disksOf(session, node.name()));
  }

  private Map<String, UUID> disksOf(ZooKeeperSession session, String node)
      throws KeeperException, InterruptedException {
    return session
        .read(PropertyPathBuilder.instanceConfig(address.clusterName(), node))
        .map(DiskRoster::disks)
        .orElse(Map.of());
  }

  /** The node that had a disk when it last joined. */
  public Optional<NodeId> ownerOf(UUID disk) throws InterruptedException {
    return asking(session -> ownerOf(session, disk));
  }

  private Optional<NodeId> ownerOf(ZooKeeperSession session, UUID disk)
      throws KeeperException, InterruptedException {
    try {
      for (String node :
          session.children(PropertyPathBuilder.instanceConfig(address.clusterName()))) {
        if (disksOf(session, node).containsValue(disk)) {
          return Optional.of(new NodeId(node));
        }
      }
    } catch (KeeperException.NoNodeException noClusterYet) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private <T> T asking(CoordinatorClient.Call<T> question) throws InterruptedException {
    return new CoordinatorClient(address)
        .call(
            e ->
                new AumbryException(
                    ErrorCode.CONNECTION_LOST, "cannot read the disks of nodes from " + address, e),
            question);
  }
}
