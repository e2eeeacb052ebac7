package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
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
 * Adds partitions to a data centre as a resource of their own, so that no existing replica moves.
 * They are permanent, and the setting {@code controller.partitions} need not change.
 */
public final class AddedPartitions {
  private final CoordinatorClient coordination;

  public AddedPartitions(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public AddedPartitions(CoordinatorClient coordination) {
    this.coordination = coordination;
  }

  public static List<IdealState> resources(ZooKeeperSession session, String cluster)
      throws KeeperException, InterruptedException {
    return session.records(PropertyPathBuilder.idealState(cluster)).stream()
        .map(IdealState::new)
        .filter(AddedPartitions::isOfBlobs)
        .toList();
  }

  public static boolean isOfBlobs(IdealState resource) {
    return ReplicaStateModel.NAME.equals(resource.getStateModelDefRef());
  }

  /** The number of partitions, which are numbered from 0. */
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
   * Adds the missing partitions, if any.
   *
   * @param partitions total, at most 20000
   * @throws AumbryException {@code BAD_REQUEST} if the data centre has none yet; {@code
   *     CONNECTION_LOST}
   */
  public void growTo(int partitions, PartitionClass partitionClass) throws InterruptedException {
    Bounds.check("partitions", partitions, 1, ControllerConfig.MOST_PARTITIONS);
    coordination.call(
        e ->
            new AumbryException(
                ErrorCode.CONNECTION_LOST,
                "cannot add partitions to " + coordination.address() + ": " + e,
                e),
        session -> {
          boolean done;
          do {
            done = tryGrowTo(session, partitions, partitionClass);
          } while (!done);
          return true;
        });
  }

  /** False if another process added partitions at the same time. */
  private boolean tryGrowTo(ZooKeeperSession session, int partitions, PartitionClass partitionClass)
      throws KeeperException, InterruptedException {
    ClusterAddress address = coordination.address();
    List<IdealState> resources = resources(session, address.clusterName());
    if (resources.isEmpty()) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          address
              + " has no partitions yet; a controller creates the first ones when enough nodes"
              + " are live");
    }
    int present = count(resources);
    if (present >= partitions) {
      return true;
    }
    IdealState added =
        ClusterDefinition.resource(present, partitions, copies(resources), partitionClass);
    return session.create(
        List.of(
            new ZooKeeperClient.Node(
                PropertyPathBuilder.idealState(address.clusterName(), added.getResourceName()),
                Optional.of(added.getRecord()))));
  }
}
