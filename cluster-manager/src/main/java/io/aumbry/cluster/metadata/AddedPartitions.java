package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.Coordination;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Bounds;
import java.util.List;
import java.util.Optional;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.IdealState;
import org.apache.zookeeper.KeeperException;

/**
 * Adds partitions to a data centre, as a resource of their own beside those that are there, so that
 * nothing that is placed moves. They are there for good when it returns, and whichever controller
 * leads, now or later, places them; {@code controller.partitions} may stay what it is.
 */
public final class AddedPartitions {
  private final Coordination coordination;

  public AddedPartitions(ClusterAddress address) {
    this(new Coordination(address));
  }

  public AddedPartitions(Coordination coordination) {
    this.coordination = coordination;
  }

  /** The resources of a cluster that are partitions of blobs. */
  public static List<IdealState> resources(ZooKeeperSession session, String cluster)
      throws KeeperException, InterruptedException {
    return session.records(PropertyPathBuilder.idealState(cluster)).stream()
        .map(IdealState::new)
        .filter(AddedPartitions::isOfBlobs)
        .toList();
  }

  /** Whether a resource is partitions of blobs. */
  public static boolean isOfBlobs(IdealState resource) {
    return ReplicaStateModel.NAME.equals(resource.getStateModelDefRef());
  }

  /** How many partitions a data centre has, whose numbers begin with 0. */
  public static int count(List<IdealState> resources) {
    return resources.stream()
        .flatMap(resource -> resource.getPartitionSet().stream())
        .mapToInt(name -> Integer.parseInt(name) + 1)
        .max()
        .orElse(0);
  }

  public static int copies(List<IdealState> resources) {
    return resources.stream()
        .mapToInt(resource -> Integer.parseInt(resource.getReplicas()))
        .max()
        .orElse(0);
  }

  /**
   * Adds what there is to add until there are so many; without effect when there are.
   *
   * @param partitions in all, at most 20000
   * @param partitionClass of those that are added
   * @throws AumbryException {@code BAD_REQUEST} when the data centre has none yet, so that it is
   *     not known how many copies they shall have; {@code CONNECTION_LOST} when it cannot be done
   * @throws InterruptedException while it waited for ZooKeeper, for as long as it takes
   */
  public void growTo(int partitions, PartitionClass partitionClass) throws InterruptedException {
    Bounds.check("partitions", partitions, 1, ControllerConfig.MOST_PARTITIONS);
    coordination.call(
        e ->
            new AumbryException(
                ErrorCode.CONNECTION_LOST,
                "partitions cannot be added to " + coordination.address() + ": " + e,
                e),
        session -> {
          boolean done;
          do {
            done = tryGrowTo(session, partitions, partitionClass);
          } while (!done);
          return true;
        });
  }

  /** Whether there are enough now; if not, somebody else has added some at the same time. */
  private boolean tryGrowTo(ZooKeeperSession session, int partitions, PartitionClass partitionClass)
      throws KeeperException, InterruptedException {
    ClusterAddress address = coordination.address();
    List<IdealState> resources = resources(session, address.clusterName());
    if (resources.isEmpty()) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          address + " has no partitions yet: a controller makes the first when enough nodes live");
    }
    int there = count(resources);
    if (there >= partitions) {
      return true;
    }
    IdealState added =
        ClusterDefinition.resource(there, partitions, copies(resources), partitionClass);
    return session.create(
        List.of(
            new ZooKeeperClient.Node(
                PropertyPathBuilder.idealState(address.clusterName(), added.getResourceName()),
                Optional.of(added.getRecord()))));
  }
}
