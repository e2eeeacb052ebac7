package io.aumbry.cluster.placement;

import io.aumbry.cluster.placement.FairShare.Host;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The target placement that gives each node its fair share, with few moves. Replicas move one by
 * one from a node with too many to a node with too few, while that reduces the sum of the squared
 * differences. A zone never has two replicas of a partition.
 *
 * <p>A move prefers the resource that the source has most of, relative to the destination, so that
 * a class does not gather on few nodes. Leaders change only if their replica moves or their node
 * leads too much.
 */
final class PlacementPlan {
  /**
   * A move changes the difference of two nodes by two, so a smaller difference cannot be improved.
   */
  private static final double LEAST_GAIN = 1 + 1e-6;

  private static final double IDLE = 0.25;

  private final int copies;
  private final Map<String, Host> hosts = new TreeMap<>();
  private final Map<String, Double> shares;

  /** The nodes of each partition, leader first. */
  private final Map<Integer, List<String>> placed = new TreeMap<>();

  private final Map<String, Set<Integer>> held = new HashMap<>();
  private final Map<String, Integer> leading = new HashMap<>();
  private final Map<Integer, String> resources;
  private final Map<String, Set<Integer>> declined;

  record Before(
      List<Host> hosts,
      int copies,
      Map<Integer, String> resources,
      Map<Integer, List<String>> nodes,
      Map<String, Set<Integer>> declined) {}

  PlacementPlan(Before before) {
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
          nodes.stream().findFirst().ifPresent(leader -> leading.merge(leader, 1, Integer::sum));
        });
  }

  static Map<Integer, List<String>> of(Before before) {
    return new PlacementPlan(before).even();
  }

  Map<Integer, List<String>> even() {
    boolean moved;
    do {
      moved = move();
    } while (moved);
    placed.keySet().forEach(this::lead);
    return placed;
  }

  boolean isMendingIdleness() {
    Map<String, Integer> idle = new HashMap<>();
    held.forEach((node, partitions) -> {
      if (partitions.size() < of(shares, node) * IDLE) {
        idle.put(node, partitions.size());
      }
    });
    if (!idle.isEmpty()) {
      even();
    }
    return idle.entrySet().stream()
        .anyMatch(each -> of(held, each.getKey()).size() > each.getValue());
  }

  void remove(int partition, String node) {
    change(partition, nodes -> nodes.remove(node));
    of(held, node).remove(partition);
  }

  void add(int partition, String node) {
    change(partition, nodes -> nodes.add(node));
    of(held, node).add(partition);
  }

  private void change(int partition, Consumer<List<String>> change) {
    List<String> nodes = nodes(partition);
    nodes.stream().findFirst().ifPresent(leader -> leading.merge(leader, -1, Integer::sum));
    change.accept(nodes);
    nodes.stream().findFirst().ifPresent(leader -> leading.merge(leader, 1, Integer::sum));
  }

  /**
   * The best node for another replica, in the zone furthest below its share. A zone that must have
   * a replica of every partition thus always gets one.
   */
  Optional<String> bestFor(int partition, Predicate<String> hasRoom) {
    Map<String, Double> lacking = new HashMap<>();
    hosts.values().stream()
        .filter(host -> host.slots() > 0)
        .forEach(host -> lacking.merge(host.zone(), -excess(host), Double::sum));
    return hosts.values().stream()
        .filter(host -> canTake(host, partition) && hasRoom.test(host.name()))
        .max(
            Comparator.comparingDouble((Host host) -> lacking.getOrDefault(host.zone(), 0.0))
                .thenComparingDouble(host -> -excess(host)))
        .map(Host::name);
  }

  boolean canTake(String node, int partition) {
    return canTake(of(hosts, node), partition);
  }

  private boolean canTake(Host host, int partition) {
    return host.slots() > 0
        && !declined.getOrDefault(host.name(), Set.of()).contains(partition)
        && isZoneFree(partition, host.name());
  }

  boolean isZoneFree(int partition, String node) {
    String zone = zone(node);
    return nodes(partition).stream().noneMatch(other -> zone(other).equals(zone));
  }

  String zone(String node) {
    return of(hosts, node).zone();
  }

  private static <T> T of(Map<String, T> map, String node) {
    return Optional.ofNullable(map.get(node)).orElseThrow();
  }

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
    remove(partition, from.name());
    add(partition, to.name());
  }

  /**
   * Gives the lead to the node that leads the least of its share, if that is better.
   *
   * @return the nodes of the partition, leader first
   */
  List<String> lead(int partition) {
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
    return nodes;
  }

  private double excessOfLeads(String node) {
    return of(leading, node) - of(shares, node) / copies;
  }
}
