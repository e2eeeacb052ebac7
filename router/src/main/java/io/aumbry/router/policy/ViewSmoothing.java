package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Smooths cluster views. If a partition that could take a PUT and deny a blob in a data centre no
 * longer can, the router keeps using its last serving replicas there for {@link Rule#hold}.
 *
 * <p>Nodes that lose their ZooKeeper sessions together look failed, although all may still be up.
 * An older view is safe, because each replica itself decides which requests it may serve.
 * Restrictions by operators apply at once.
 */
public final class ViewSmoothing {
  private final Rule rule;
  private final Map<Integer, Seen> known;
  private final ClusterView view;
  private final OptionalLong endNanos;
  private final int held;

  public record Rule(int writeQuorum, Duration hold) {}

  /**
   * A partition as it was seen, and its last serving replicas by data centre.
   *
   * @param isServing whether it serves in each of its data centres
   */
  private record Seen(Partition partition, Map<Integer, Known> known, boolean isServing) {
    /** Whether the same partition needs no other look: then nothing depends on the time. */
    boolean remains(Partition next) {
      return isServing && partition.equals(next);
    }
  }

  /**
   * The replicas of a partition in a data centre when they last served.
   *
   * @param lostNanos when they stopped serving; empty while they serve
   */
  private record Known(List<Replica> replicas, OptionalLong lostNanos) {
    Known lost(long nowNanos) {
      return lostNanos.isPresent() ? this : new Known(replicas, OptionalLong.of(nowNanos));
    }

    long endNanos(Rule rule) {
      return lostNanos.orElseThrow() + rule.hold().toNanos();
    }
  }

  private ViewSmoothing(Rule rule, Map<Integer, Seen> before, ClusterView seen, long nowNanos) {
    this.rule = rule;
    this.known = HashMap.newHashMap(before.size());
    Map<Integer, List<Known>> held = new HashMap<>();
    for (Partition partition : seen.partitions()) {
      Optional<Seen> last = Optional.ofNullable(before.get(partition.id()));
      Seen next =
          last.filter(each -> each.remains(partition))
              .orElseGet(() -> look(partition, last.map(Seen::known).orElse(Map.of()), nowNanos));
      known.put(partition.id(), next);
      if (!next.isServing()) {
        List<Known> replaced =
            next.known().values().stream().filter(each -> isHeld(each, nowNanos)).toList();
        if (!replaced.isEmpty()) {
          held.put(partition.id(), replaced);
        }
      }
    }
    List<Known> all = held.values().stream().flatMap(List::stream).toList();
    this.held = all.size();
    this.endNanos = all.stream().mapToLong(each -> each.endNanos(rule)).min();
    this.view = held.isEmpty() ? seen : believed(seen, held);
  }

  private boolean isHeld(Known last, long nowNanos) {
    return last.lostNanos().isPresent() && nowNanos - last.endNanos(rule) < 0;
  }

  /** Replaces the replicas of the held data centres by those that served last. */
  private static ClusterView believed(ClusterView seen, Map<Integer, List<Known>> held) {
    Map<NodeId, StorageNode> nodes = new TreeMap<>();
    seen.nodes().forEach(node -> nodes.put(node.id(), node));
    List<Partition> partitions = new ArrayList<>();
    for (Partition partition : seen.partitions()) {
      List<Known> replaced = held.getOrDefault(partition.id(), List.of());
      partitions.add(replaced.isEmpty() ? partition : believed(partition, replaced, nodes));
    }
    return new ClusterView(
        seen.local(), seen.dataCenters(), List.copyOf(nodes.values()), partitions);
  }

  private static Partition believed(
      Partition partition, List<Known> held, Map<NodeId, StorageNode> nodes) {
    Map<Integer, List<Replica>> places = new LinkedHashMap<>();
    partition.dataCenters().forEach(place -> places.put(place, partition.replicasIn(place)));
    for (Known last : held) {
      int place = last.replicas().getFirst().node().dataCenter();
      places.put(place, asNow(last, partition, nodes));
    }
    return partition.withReplicas(places.values().stream().flatMap(List::stream).toList());
  }

  public static ViewSmoothing first(ClusterView seen, Rule rule, long nowNanos) {
    return new ViewSmoothing(rule, Map.of(), seen, nowNanos);
  }

  /** Takes in a newer view, or the same view at a later time. */
  public ViewSmoothing next(ClusterView seen, long nowNanos) {
    return new ViewSmoothing(rule, known, seen, nowNanos);
  }

  private Seen look(Partition partition, Map<Integer, Known> before, long nowNanos) {
    Map<Integer, Known> next = new TreeMap<>();
    boolean isServing = true;
    for (int dataCenter : partition.dataCenters()) {
      if (servesIn(partition, dataCenter)) {
        next.put(dataCenter, new Known(partition.replicasIn(dataCenter), OptionalLong.empty()));
      } else {
        isServing = false;
        Optional.ofNullable(before.get(dataCenter))
            .ifPresent(last -> next.put(dataCenter, last.lost(nowNanos)));
      }
    }
    return new Seen(partition, next, isServing);
  }

  /**
   * Whether the replicas can take a PUT and confirm that a blob is missing. Ignores restrictions by
   * operators.
   */
  private boolean servesIn(Partition partition, int dataCenter) {
    int denial =
        Quorum.Strategy.overlap(partition.replicasToHearIn(dataCenter), rule.writeQuorum());
    return count(partition, dataCenter, ReplicaState::isReadable) >= denial
        && count(partition, dataCenter, ReplicaState::isWritable)
            >= partition.writeQuorumIn(dataCenter, rule.writeQuorum());
  }

  private static long count(Partition partition, int dataCenter, Predicate<ReplicaState> which) {
    return partition.replicasIn(dataCenter).stream()
        .filter(replica -> replica.node().live() && which.test(replica.state()))
        .count();
  }

  private static List<Replica> asNow(
      Known last, Partition partition, Map<NodeId, StorageNode> nodes) {
    return last.replicas().stream()
        .map(replica -> {
          StorageNode node =
              nodes.merge(replica.node().id(), replica.node(), ViewSmoothing::asLive);
          Replica.Access access =
              partition.replicas().stream()
                  .filter(seen -> seen.node().id().equals(node.id()))
                  .findFirst()
                  .map(Replica::access)
                  .orElse(replica.access());
          return new Replica(node, replica.state(), access);
        })
        .toList();
  }

  private static StorageNode asLive(StorageNode seen, StorageNode last) {
    return new StorageNode(
        seen.id(), seen.dataCenter(), seen.zone(), seen.endpoint(), seen.live() || last.live());
  }

  public ClusterView view() {
    return view;
  }

  /** Number of held partitions, counted in each data centre. */
  public int held() {
    return held;
  }

  /** When to call {@link #next} even without a newer view. */
  public OptionalLong endNanos() {
    return endNanos;
  }
}
