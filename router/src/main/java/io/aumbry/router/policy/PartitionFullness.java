package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How full the disks of the local replicas of each partition are, as nodes report it with each new
 * record. Shared by all loops; writers hold the monitor, readers need no lock.
 */
public final class PartitionFullness {
  static final int UNKNOWN = -1;

  /** Larger partition numbers are ignored, to bound the memory that an id can claim. */
  private static final int MOST = 1 << 20;

  /** By partition and replica. Each inner map is replaced as a whole. */
  private final Map<Integer, Map<NodeId, Integer>> fills = new ConcurrentHashMap<>();

  /** By partition: the mean of its reports plus 1; 0 if unknown. */
  private volatile AtomicIntegerArray means = new AtomicIntegerArray(64);

  /** The mean over the replicas that have reported, in ten-thousandths, or {@link #UNKNOWN}. */
  int mean(int partition) {
    AtomicIntegerArray all = means;
    return partition < all.length() ? all.getOpaque(partition) - 1 : UNKNOWN;
  }

  boolean isEmpty() {
    return fills.isEmpty();
  }

  /**
   * Takes in the report of a local replica, in ten-thousandths. Most reports repeat the last value.
   */
  public void told(int partition, NodeId node, int fill) {
    Integer before = fills.getOrDefault(partition, Map.of()).get(node);
    if ((before == null || before != fill) && partition < MOST) {
      replace(partition, node, fill);
    }
  }

  private synchronized void replace(int partition, NodeId node, int fill) {
    Map<NodeId, Integer> next = new HashMap<>(fills.getOrDefault(partition, Map.of()));
    next.put(node, fill);
    set(partition, next);
  }

  /** Drops the reports of replicas that are no longer in this data centre. */
  synchronized void keep(Partition partition, int dataCenter) {
    Map<NodeId, Integer> known = fills.getOrDefault(partition.id(), Map.of());
    if (known.isEmpty()) {
      return;
    }
    Set<NodeId> here = new HashSet<>();
    for (Replica replica : partition.replicas()) {
      if (replica.node().dataCenter() == dataCenter) {
        here.add(replica.node().id());
      }
    }
    if (!here.containsAll(known.keySet())) {
      Map<NodeId, Integer> next = new HashMap<>(known);
      next.keySet().retainAll(here);
      set(partition.id(), next);
    }
  }

  private void set(int partition, Map<NodeId, Integer> next) {
    fills.put(partition, next);
    if (partition >= means.length()) {
      grow(partition + 1);
    }
    double mean = next.values().stream().mapToInt(Integer::intValue).average().orElse(UNKNOWN);
    means.set(partition, (int) mean + 1);
  }

  private void grow(int least) {
    AtomicIntegerArray before = means;
    AtomicIntegerArray next = new AtomicIntegerArray(Math.max(least, 2 * before.length()));
    for (int i = 0; i < before.length(); i++) {
      next.setPlain(i, before.getPlain(i));
    }
    means = next;
  }
}
