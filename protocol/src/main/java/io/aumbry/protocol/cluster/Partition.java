package io.aumbry.protocol.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The unit of placement and replication: a set of blobs that share their nodes.
 *
 * @param id as in blob ids
 * @param sealed whether it takes no new blobs, because a replica is nearly full or an operator
 *     sealed it
 * @param copies number of replicas in each data centre while none moves
 * @param replicas in all data centres, including those on dead nodes; during a move both the old
 *     and the new one
 */
public record Partition(
    int id, PartitionClass partitionClass, boolean sealed, int copies, List<Replica> replicas) {
  public Partition {
    if (copies < 1) {
      throw new IllegalArgumentException("partition " + id + " of " + copies + " copies");
    }
    replicas = List.copyOf(replicas);
  }

  public Partition(int id, boolean sealed, int copies, List<Replica> replicas) {
    this(id, PartitionClass.DEFAULT, sealed, copies, replicas);
  }

  /** Creates a partition of the default class without moving replicas. */
  public Partition(int id, boolean sealed, List<Replica> replicas) {
    this(id, sealed, mostInOneDataCenter(replicas), replicas);
  }

  /** Creates a partition without moving replicas. */
  public static Partition atRest(
      int id, PartitionClass partitionClass, boolean sealed, List<Replica> replicas) {
    return new Partition(id, partitionClass, sealed, mostInOneDataCenter(replicas), replicas);
  }

  public Partition withReplicas(List<Replica> others) {
    return new Partition(id, partitionClass, sealed, copies, others);
  }

  private static int mostInOneDataCenter(List<Replica> replicas) {
    Map<Integer, Integer> counts = new HashMap<>();
    replicas.forEach(replica -> counts.merge(replica.node().dataCenter(), 1, Integer::sum));
    return counts.values().stream().max(Integer::compare).orElse(1);
  }

  public boolean isOn(NodeId node) {
    return replicas.stream().anyMatch(replica -> replica.node().id().equals(node));
  }

  public List<Replica> replicasIn(int dataCenter) {
    return replicas.stream().filter(replica -> replica.node().dataCenter() == dataCenter).toList();
  }

  /** The replicas in {@code dataCenter} that accept writes. */
  public List<Replica> writableIn(int dataCenter) {
    List<Replica> writable = new ArrayList<>(copies);
    for (Replica replica : replicas) {
      if (replica.node().dataCenter() == dataCenter && replica.isWritable()) {
        writable.add(replica);
      }
    }
    return writable;
  }

  /** Whether no replica in {@code dataCenter} refuses writes. */
  public boolean areAllWritableIn(int dataCenter) {
    return countIn(dataCenter, replica -> !replica.isWritable()) == 0;
  }

  public Set<Integer> dataCenters() {
    Set<Integer> dataCenters = new LinkedHashSet<>();
    replicas.forEach(replica -> dataCenters.add(replica.node().dataCenter()));
    return dataCenters;
  }

  /**
   * Number of replicas in {@code dataCenter} that may have acknowledged a write, reachable or not.
   */
  public int replicasThatCountIn(int dataCenter) {
    return countIn(dataCenter, replica -> replica.state() != ReplicaState.DROPPED);
  }

  /**
   * Number of replicas in {@code dataCenter} that a read quorum is computed from: all that may have
   * acknowledged a write, but at least {@code copies}, because a new view may still lack some. 0 if
   * the view lists none.
   */
  public int replicasToHearIn(int dataCenter) {
    int listed = replicasThatCountIn(dataCenter);
    return listed == 0 ? 0 : Math.max(listed, copies);
  }

  private int countIn(int dataCenter, Predicate<Replica> which) {
    int count = 0;
    for (Replica replica : replicas) {
      if (replica.node().dataCenter() == dataCenter && which.test(replica)) {
        count++;
      }
    }
    return count;
  }

  /** The smallest size for which any two sets of replicas overlap. */
  public static int majority(int copies) {
    return copies / 2 + 1;
  }

  /**
   * Number of replicas in {@code dataCenter} that must have a new record before it is acknowledged:
   * {@code quorum}, plus one for each additional replica during a move. The number of replicas that
   * may lack the record is thus the same as without a move. A read quorum of the view before or
   * after this one still includes a replica that has the record. A bootstrapping replica counts
   * like any other.
   */
  public int writeQuorumIn(int dataCenter, int quorum) {
    int listed = replicasThatCountIn(dataCenter);
    return quorum + Math.max(0, listed - copies);
  }

  /** Whether enough replicas in {@code dataCenter} accept writes to acknowledge a PUT. */
  public boolean isWritableIn(int dataCenter, int quorum) {
    return !sealed && hasQuorumIn(dataCenter, quorum);
  }

  /** Whether {@code dataCenter} has all its copies and they are readable. */
  public boolean isCompleteIn(int dataCenter) {
    return countIn(dataCenter, Replica::isReadable) >= copies;
  }

  /** As {@link #isWritableIn}, but also true for a sealed partition. */
  public boolean hasQuorumIn(int dataCenter, int quorum) {
    return countIn(dataCenter, Replica::isWritable) >= writeQuorumIn(dataCenter, quorum);
  }
}
