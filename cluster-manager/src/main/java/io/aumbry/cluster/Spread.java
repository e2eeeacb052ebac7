package io.aumbry.cluster;

import io.aumbry.cluster.FairShare.Host;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Where replicas are to be so that every node has its fair share, as near as whole replicas come,
 * with few moves: one after the other moves from a node that has too many to one that has too few,
 * for as long as that makes the squares of what is too many and too few smaller. A zone has at most
 * one replica of a partition, before and after.
 *
 * <p>Of the replicas that could move it is one whose resource its node has most of, compared with
 * the other node, so that partitions of one class are not all on the same nodes. Whoever leads goes
 * on leading unless its replica moves, or it leads more than its share.
 */
final class Spread {
  /** A move changes the difference of two nodes by two: less than that is as good as it gets. */
  private static final double LEAST_GAIN = 1 + 1e-6;

  private final int copies;
  private final Map<String, Host> hosts = new TreeMap<>();
  private final Map<String, Double> shares;

  /** The nodes of each partition, the leader first. */
  private final Map<Integer, List<String>> placed = new TreeMap<>();

  private final Map<String, Set<Integer>> held = new HashMap<>();
  private final Map<String, Integer> leading = new HashMap<>();
  private final Map<Integer, String> resources;
  private final Map<String, Set<Integer>> declined;

  /**
   * What is there.
   *
   * @param hosts all nodes that may have replicas
   * @param resources of each partition
   * @param nodes of each partition, all of them among the hosts, the leader first
   * @param declined partitions of which a node can have no replica
   */
  record Before(
      List<Host> hosts,
      int copies,
      Map<Integer, String> resources,
      Map<Integer, List<String>> nodes,
      Map<String, Set<Integer>> declined) {}

  private Spread(Before before) {
    this.copies = before.copies();
    this.resources = before.resources();
    this.declined = before.declined();
    this.shares = FairShare.of(before.hosts(), before.nodes().size(), copies);
    for (Host host : before.hosts()) {
      hosts.put(host.name(), host);
      held.put(host.name(), new TreeSet<>());
      leading.put(host.name(), 0);
    }
    before
        .nodes()
        .forEach((partition, nodes) -> {
          placed.put(partition, new ArrayList<>(nodes));
          nodes.forEach(node -> of(held, node).add(partition));
          leading.merge(nodes.getFirst(), 1, Integer::sum);
        });
  }

  /** The nodes of each partition, the leader first; the same ones when nothing is to move. */
  static Map<Integer, List<String>> of(Before before) {
    Spread spread = new Spread(before);
    boolean moved;
    do {
      moved = spread.move();
    } while (moved);
    spread.placed.keySet().forEach(spread::lead);
    return spread.placed;
  }

  private static <T> T of(Map<String, T> map, String node) {
    return Optional.ofNullable(map.get(node)).orElseThrow();
  }

  /** Whether there was a move that makes it better. */
  private boolean move() {
    List<Host> byExcess =
        hosts.values().stream()
            .sorted(Comparator.comparingDouble(this::excess).reversed())
            .toList();
    for (Host from : byExcess) {
      for (Host to : byExcess.reversed()) {
        if (excess(from) - excess(to) <= LEAST_GAIN) {
          break;
        }
        Optional<Integer> partition = movable(from, to);
        if (partition.isPresent()) {
          move(partition.get(), from, to);
          return true;
        }
      }
    }
    return false;
  }

  private double excess(Host host) {
    return of(held, host.name()).size() - of(shares, host.name());
  }

  private Optional<Integer> movable(Host from, Host to) {
    if (of(held, to.name()).size() >= to.slots()) {
      return Optional.empty();
    }
    Map<String, Integer> more = new HashMap<>();
    of(held, from.name()).forEach(each -> more.merge(resource(each), 1, Integer::sum));
    of(held, to.name()).forEach(each -> more.merge(resource(each), -1, Integer::sum));
    Predicate<Integer> isRefused = declined.getOrDefault(to.name(), Set.of())::contains;
    return of(held, from.name()).stream()
        .filter(partition -> !isRefused.test(partition) && isFree(to.zone(), partition, from))
        .max(
            Comparator.comparingInt((Integer each) -> more.getOrDefault(resource(each), 0))
                .thenComparing(Comparator.reverseOrder()));
  }

  private String resource(int partition) {
    return resources.getOrDefault(partition, "");
  }

  private boolean isFree(String zone, int partition, Host besides) {
    return nodes(partition).stream()
        .filter(node -> !node.equals(besides.name()))
        .noneMatch(node -> of(hosts, node).zone().equals(zone));
  }

  private List<String> nodes(int partition) {
    return Optional.ofNullable(placed.get(partition)).orElseThrow();
  }

  private void move(int partition, Host from, Host to) {
    List<String> nodes = nodes(partition);
    leading.merge(nodes.getFirst(), -1, Integer::sum);
    nodes.remove(from.name());
    nodes.add(to.name());
    leading.merge(nodes.getFirst(), 1, Integer::sum);
    of(held, from.name()).remove(partition);
    of(held, to.name()).add(partition);
  }

  /** Gives the lead to the node that leads least of what it should, if that is better. */
  private void lead(int partition) {
    List<String> nodes = nodes(partition);
    String leader = nodes.getFirst();
    String least =
        nodes.stream().min(Comparator.comparingDouble(this::excessOfLeads)).orElse(leader);
    if (excessOfLeads(leader) - excessOfLeads(least) > LEAST_GAIN) {
      nodes.remove(least);
      nodes.addFirst(least);
      leading.merge(leader, -1, Integer::sum);
      leading.merge(least, 1, Integer::sum);
    }
  }

  private double excessOfLeads(String node) {
    return of(leading, node) - of(shares, node) / copies;
  }
}
