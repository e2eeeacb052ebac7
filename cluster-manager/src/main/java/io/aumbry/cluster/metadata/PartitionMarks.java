package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.HashSet;
import java.util.Set;

/**
 * Restrictions by operators on partitions and replicas of a data centre. They last, even through
 * restarts, until removed. Calls wait for ZooKeeper without a time limit.
 */
public final class PartitionMarks {
  private final CoordinatorClient coordination;

  public PartitionMarks(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public PartitionMarks(CoordinatorClient coordination) {
    this.coordination = coordination;
  }

  /**
   * Refuses new blobs. A partition that a node sealed stays sealed.
   *
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  public void seal(int partition, boolean on) throws InterruptedException {
    set(Mark.SEALED, MarkedPartitions.OPERATOR, partition, on);
  }

  /** Refuses all changes: blobs, deletes and updates. */
  public void stop(int partition, boolean on) throws InterruptedException {
    set(Mark.STOPPED, MarkedPartitions.OPERATOR, partition, on);
  }

  /** Takes a replica out of service, as if its disk were broken. Its peers continue. */
  public void disable(int partition, NodeId node, boolean on) throws InterruptedException {
    set(Mark.DISABLED, node.name(), partition, on);
  }

  private void set(Mark mark, String marker, int partition, boolean on)
      throws InterruptedException {
    MarkedPartitions.update(
        coordination,
        e ->
            new AumbryException(
                ErrorCode.CONNECTION_LOST, "cannot mark partition " + partition + " as " + mark, e),
        mark,
        marker,
        before -> with(before, partition, on));
  }

  private static Set<Integer> with(Set<Integer> before, int partition, boolean on) {
    Set<Integer> after = new HashSet<>(before);
    if (on) {
      after.add(partition);
    } else {
      after.remove(partition);
    }
    return after;
  }
}
