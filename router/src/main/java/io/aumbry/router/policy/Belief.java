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
 * What a router takes a cluster for, by what was seen of it: a partition that could take a PUT and
 * deny a blob in a data centre, and can no longer, is for a while taken there for what it was.
 *
 * <p>Nodes that lose their sessions with the coordinator together look as if they had all gone, and
 * then as if none of their replicas served yet, while all of them go on. If they have not, whoever
 * believes it finds out as with any node that fails. Nothing can be lost by it: what is believed is
 * an older view, as any process has that hears of changes late or not at all, and what a replica
 * may do it says itself. What operators forbid holds at once.
 */
public final class Belief {
  private final Rule rule;
  private final Map<Place, Known> known;
  private final ClusterView view;
  private final OptionalLong endNanos;
  private final int held;

  /**
   * When a partition counts as lost, and for how long its last serving view is used then.
   *
   * @param writeQuorum replicas of a data centre that must have a record before it is promised
   * @param hold how long the last view is used
   */
  public record Rule(int writeQuorum, Duration hold) {}

  private record Place(int partition, int dataCenter) {}

  /**
   * The replicas of a place when enough of them last served.
   *
   * @param lostNanos when they first did not; empty while they do
   */
  private record Known(List<Replica> replicas, OptionalLong lostNanos) {
    Known lost(long nowNanos) {
      return lostNanos.isPresent() ? this : new Known(replicas, OptionalLong.of(nowNanos));
    }

    long endNanos(Rule rule) {
      return lostNanos.orElseThrow() + rule.hold().toNanos();
    }
  }

  private Belief(Rule rule, Map<Place, Known> before, ClusterView seen, long nowNanos) {
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

  /** By what is seen first. */
  public static Belief first(ClusterView seen, Rule rule, long nowNanos) {
    return new Belief(rule, Map.of(), seen, nowNanos);
  }

  /** When this is seen now, be it the same as before. */
  public Belief next(ClusterView seen, long nowNanos) {
    return new Belief(rule, known, seen, nowNanos);
  }

  /** What is known of a place, if that is to be believed rather than what is seen. */
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
   * Whether it can take a PUT and can say that a blob is not there, whatever operators allow of it.
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
          StorageNode node = nodes.merge(replica.node().id(), replica.node(), Belief::asLive);
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

  /** What the cluster is taken for. */
  public ClusterView view() {
    return view;
  }

  /** How many partitions are not taken for what is seen of them, those of each data centre. */
  public int held() {
    return held;
  }

  /** When to look again even if nothing new is seen. */
  public OptionalLong endNanos() {
    return endNanos;
  }
}
