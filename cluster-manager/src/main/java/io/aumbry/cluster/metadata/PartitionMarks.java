package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.Coordination;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.HashSet;
import java.util.Set;

/**
 * What an operator allows of partitions and replicas in one data centre; it stays until it is taken
 * back, through restarts of everything. Every process sees it as soon as ZooKeeper has told it.
 * Each call waits for ZooKeeper, for as long as it takes.
 */
public final class PartitionMarks {
  private final Coordination coordination;

  public PartitionMarks(ClusterAddress address) {
    this(new Coordination(address));
  }

  public PartitionMarks(Coordination coordination) {
    this.coordination = coordination;
  }

  /**
   * Whether a partition takes new blobs; one that a node has sealed stays so.
   *
   * @throws AumbryException {@code CONNECTION_LOST} when that cannot be written
   */
  public void seal(int partition, boolean on) throws InterruptedException {
    set(Mark.SEALED, MarkedPartitions.OPERATOR, partition, on);
  }

  /** Whether a partition takes no changes at all: neither blobs, deletes nor updates. */
  public void stop(int partition, boolean on) throws InterruptedException {
    set(Mark.STOPPED, MarkedPartitions.OPERATOR, partition, on);
  }

  /** Whether a replica is asked for nothing, as if its disk were broken; its peers go on. */
  public void disable(int partition, NodeId node, boolean on) throws InterruptedException {
    set(Mark.DISABLED, node.name(), partition, on);
  }

  private void set(Mark mark, String who, int partition, boolean on) throws InterruptedException {
    MarkedPartitions.update(
        coordination,
        e ->
            new AumbryException(
                ErrorCode.CONNECTION_LOST,
                "partition " + partition + " cannot be marked " + mark,
                e),
        mark,
        who,
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
