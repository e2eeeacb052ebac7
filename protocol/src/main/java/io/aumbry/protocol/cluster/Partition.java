package io.aumbry.protocol.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A part of the blobs of a cluster that lives and moves together.
 *
 * @param id as in blob ids
 * @param partitionClass which blobs it is for
 * @param sealed takes no new blobs, because a replica is nearly full or an operator said so
 * @param copies how many replicas it has in a data centre when none of them moves
 * @param replicas in all data centres, those on nodes that are down included; while one moves, the
 *     new and the old one
 */
public record Partition(
    int id, PartitionClass partitionClass, boolean sealed, int copies, List<Replica> replicas) {
  public Partition {
    if (copies < 1) {
      throw new IllegalArgumentException("partition " + id + " of " + copies + " copies");
    }
    replicas = List.copyOf(replicas);
  }

  /** Of the default class. */
  public Partition(int id, boolean sealed, int copies, List<Replica> replicas) {
    this(id, PartitionClass.DEFAULT, sealed, copies, replicas);
  }

  /** Likewise, none of whose replicas moves. */
  public Partition(int id, boolean sealed, List<Replica> replicas) {
    this(id, sealed, mostInOneDataCenter(replicas), replicas);
  }

  /** One none of whose replicas moves. */
  public static Partition atRest(
      int id, PartitionClass partitionClass, boolean sealed, List<Replica> replicas) {
    return new Partition(id, partitionClass, sealed, mostInOneDataCenter(replicas), replicas);
  }

  /** The same one, as far as these are its replicas. */
  public Partition withReplicas(List<Replica> others) {
    return new Partition(id, partitionClass, sealed, copies, others);
  }

  private static int mostInOneDataCenter(List<Replica> replicas) {
    Map<Integer, Integer> counts = new HashMap<>();
    replicas.forEach(replica -> counts.merge(replica.node().dataCenter(), 1, Integer::sum));
    return counts.values().stream().max(Integer::compare).orElse(1);
  }

  /** Whether a node has one of its replicas, in whatever state. */
  public boolean isOn(NodeId node) {
    return replicas.stream().anyMatch(replica -> replica.node().id().equals(node));
  }

  public List<Replica> replicasIn(int dataCenter) {
    return replicas.stream().filter(replica -> replica.node().dataCenter() == dataCenter).toList();
  }

  /** Those in {@code dataCenter} that are ready for writes. */
  public List<Replica> writableIn(int dataCenter) {
    List<Replica> writable = new ArrayList<>(copies);
    for (Replica replica : replicas) {
      if (replica.node().dataCenter() == dataCenter && replica.isWritable()) {
        writable.add(replica);
      }
    }
    return writable;
  }

  /** Where there are replicas. */
  public Set<Integer> dataCenters() {
    Set<Integer> dataCenters = new LinkedHashSet<>();
    replicas.forEach(replica -> dataCenters.add(replica.node().dataCenter()));
    return dataCenters;
  }

  /** Replicas in {@code dataCenter} that may have acknowledged a write, reachable or not. */
  public int replicasThatCountIn(int dataCenter) {
    return countIn(dataCenter, replica -> replica.state() != ReplicaState.DROPPED);
  }

  /**
   * Of how many in {@code dataCenter} that may have acknowledged a write it has to be known what
   * they say: never fewer than there are to be, since a view that has just begun to fill lists only
   * some. 0 where it lists none.
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

  /** The smallest number of {@code copies} of which any two sets have a replica in common. */
  public static int majority(int copies) {
    return copies / 2 + 1;
  }

  /**
   * How many replicas in {@code dataCenter} must have a new record before it is promised: with
   * {@code quorum} of {@code copies} at rest, one more for each that is there in addition while
   * replicas move. So no more of them may lack it than at rest, and as many as can say "not found"
   * in a view that shares {@code copies} replicas with this one, such as the one before and the one
   * after, have one among them that has it. A replica that bootstraps counts like any other.
   */
  public int writeQuorumIn(int dataCenter, int quorum) {
    int listed = replicasThatCountIn(dataCenter);
    return quorum + Math.max(0, listed - copies);
  }

  /**
   * Whether so many replicas in {@code dataCenter} are ready for writes that a PUT can be promised.
   */
  public boolean isWritableIn(int dataCenter, int quorum) {
    return !sealed && hasQuorumIn(dataCenter, quorum);
  }

  /** Whether as many replicas in {@code dataCenter} can be read as there shall be. */
  public boolean isCompleteIn(int dataCenter) {
    return countIn(dataCenter, Replica::isReadable) >= copies;
  }

  /** Whether a PUT could be promised there if the partition is, or were, not sealed. */
  public boolean hasQuorumIn(int dataCenter, int quorum) {
    return countIn(dataCenter, Replica::isWritable) >= writeQuorumIn(dataCenter, quorum);
  }
}
