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
  private final Map<Place, Known> known;
  private final ClusterView view;
  private final OptionalLong endNanos;
  private final int held;

  public record Rule(int writeQuorum, Duration hold) {}

  private record Place(int partition, int dataCenter) {}

  /**
   * The replicas of a place when they last served.
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

  private ViewSmoothing(Rule rule, Map<Place, Known> before, ClusterView seen, long nowNanos) {
    this.rule = rule;
    this.known = new HashMap<>();
    Map<NodeId, StorageNode> nodes = new TreeMap<>();
    seen.nodes().forEach(node -> nodes.put(node.id(), node));
    List<Partition> partitions = new ArrayList<>();
    long end = Long.MAX_VALUE;
    int count = 0;
    for (Partition partition : seen.partitions()) {
      List<Replica> believed = new ArrayList<>();
      for (int dataCenter : partition.dataCenters()) {
        Optional<Known> held = look(partition, dataCenter, before, nowNanos);
        held.ifPresentOrElse(
            last -> believed.addAll(asNow(last, partition, nodes)),
            () -> believed.addAll(partition.replicasIn(dataCenter)));
        if (held.isPresent()) {
          end = Math.min(end, held.get().endNanos(rule));
          count++;
        }
      }
      partitions.add(partition.withReplicas(believed));
    }
    this.held = count;
    this.endNanos = count == 0 ? OptionalLong.empty() : OptionalLong.of(end);
    this.view =
        count == 0
            ? seen
            : new ClusterView(
                seen.local(), seen.dataCenters(), List.copyOf(nodes.values()), partitions);
  }

  public static ViewSmoothing first(ClusterView seen, Rule rule, long nowNanos) {
    return new ViewSmoothing(rule, Map.of(), seen, nowNanos);
  }

  /** Takes in a newer view, or the same view at a later time. */
  public ViewSmoothing next(ClusterView seen, long nowNanos) {
    return new ViewSmoothing(rule, known, seen, nowNanos);
  }

  /** The last serving replicas, if they are to be used instead of those in the view. */
  private Optional<Known> look(
      Partition partition, int dataCenter, Map<Place, Known> before, long nowNanos) {
    Place place = new Place(partition.id(), dataCenter);
    if (servesIn(partition, dataCenter)) {
      known.put(place, new Known(partition.replicasIn(dataCenter), OptionalLong.empty()));
      return Optional.empty();
    }
    Optional<Known> last = Optional.ofNullable(before.get(place)).map(each -> each.lost(nowNanos));
    last.ifPresent(each -> known.put(place, each));
    return last.filter(each -> nowNanos - each.endNanos(rule) < 0);
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
