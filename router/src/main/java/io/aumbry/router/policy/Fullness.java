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
 * How full the disks of the local replicas of each partition are, as their nodes said when they
 * took a record last. Shared by all loops; changed under its monitor, read without.
 */
public final class Fullness {
  /** Of a partition of which no replica has said it yet. */
  static final int UNKNOWN = -1;

  /** Nothing is known of partitions from this on: so much memory is not to be had by an id. */
  private static final int MOST = 1 << 20;

  /** By partition and replica, each map replaced whole. */
  private final Map<Integer, Map<NodeId, Integer>> fills = new ConcurrentHashMap<>();

  /** By partition, the mean of what its replicas have said and 1, or 0; grown when need be. */
  private volatile AtomicIntegerArray means = new AtomicIntegerArray(64);

  /**
   * The mean over those replicas of a partition that have said it, in ten-thousandths; {@link
   * #UNKNOWN} while none has.
   */
  int mean(int partition) {
    AtomicIntegerArray all = means;
    return partition < all.length() ? all.getOpaque(partition) - 1 : UNKNOWN;
  }

  /** Whether nothing is known, so that there is nothing to choose by. */
  boolean isEmpty() {
    return fills.isEmpty();
  }

  /**
   * A replica here has said it, in ten-thousandths. Nodes look at their disks now and then, so that
   * most answers say nothing new.
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

  /** What replicas have said that are elsewhere now counts no longer. */
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
