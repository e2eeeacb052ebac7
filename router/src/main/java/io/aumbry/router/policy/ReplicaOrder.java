package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The order in which a read asks replicas: local ones, those in the data centre of origin, all
 * others, and within each of these by {@link Standing}. Equal replicas rotate. Replicas that the
 * view calls unfit come last but are still asked, because the view may be old and content is
 * verified.
 */
public final class ReplicaOrder {
  private static final int OF_ORIGIN = 4;
  private static final int ELSEWHERE = 8;
  private static final int NOT_READABLE = 16;
  private static final int NOT_LIVE = 32;

  /** The reason to ask the node of a replica before or after others at the same distance. */
  public enum Standing {
    /** It is in this process, and answers in time. */
    PREFERRED(0),
    USUAL(1),
    /** It failed recently. */
    SUSPECT(2);

    private final int rank;

    Standing(int rank) {
      this.rank = rank;
    }
  }

  private ReplicaOrder() {}

  /**
   * A new list for one request.
   *
   * @param origin the data centre in the blob's id
   * @param turn any number; different numbers spread the load
   */
  public static List<Replica> of(
      Partition partition, int local, int origin, Function<Replica, Standing> standing, int turn) {
    List<Replica> replicas = partition.replicas();
    int count = replicas.size();
    List<Replica> ordered = new ArrayList<>(count);
    int[] ranks = new int[count];
    for (int i = 0; i < count; i++) {
      Replica replica = replicas.get(Math.floorMod(turn + i, count));
      if (replica.state() != ReplicaState.DROPPED) {
        insert(ordered, ranks, replica, rank(replica, local, origin, standing));
      }
    }
    return ordered;
  }

  private static int rank(
      Replica replica, int local, int origin, Function<Replica, Standing> standing) {
    int dataCenter = replica.node().dataCenter();
    int distance = dataCenter == local ? 0 : dataCenter == origin ? OF_ORIGIN : ELSEWHERE;
    return distance
        + standing.apply(replica).rank
        + (replica.isReadable() ? 0 : replica.node().live() ? NOT_READABLE : NOT_LIVE);
  }

  /** One step of a stable insertion sort, which suits three to nine replicas. */
  private static void insert(List<Replica> ordered, int[] ranks, Replica replica, int rank) {
    int to = ordered.size();
    while (to > 0 && ranks[to - 1] > rank) {
      ranks[to] = ranks[to - 1];
      to--;
    }
    ranks[to] = rank;
    ordered.add(to, replica);
  }
}
