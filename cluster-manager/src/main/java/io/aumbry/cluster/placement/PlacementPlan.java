package io.aumbry.cluster.placement;

import io.aumbry.cluster.placement.FairShare.Host;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

  /** In the order of their names. */
  private final Map<String, Host> hosts = new LinkedHashMap<>();

  private final Map<String, Double> shares;

  /** The nodes of each partition, leader first. */
  private final Map<Integer, List<String>> placed = new TreeMap<>();

  private final Map<String, Held> held = new HashMap<>();
  private final Map<String, Integer> leading = new HashMap<>();
  private final Map<Integer, String> resources;
  private final Map<String, Set<Integer>> declined;

  /** By name. A zone without a node that can have replicas is missing. */
  private final Map<String, Zone> zones = new TreeMap<>();

  /** The nodes of a zone that can have replicas. */
  private static final class Zone {
    private final String name;
    private final List<Host> hosts = new ArrayList<>();
    private double share;
    private int held;

    private Zone(String name) {
      this.name = name;
    }

    double lacking() {
      return share - held;
    }
  }

  /** The partitions of a node by their resource, in order. */
  private static final class Held {
    private final Map<String, TreeSet<Integer>> partitions = new HashMap<>();
    private int size;

    int size() {
      return size;
    }

    boolean add(String resource, int partition) {
      boolean isNew = of(resource).add(partition);
      size += isNew ? 1 : 0;
      return isNew;
    }

    boolean remove(String resource, int partition) {
      boolean wasThere = of(resource).remove(partition);
      size -= wasThere ? 1 : 0;
      return wasThere;
    }

    Set<String> resources() {
      return partitions.keySet();
    }

    Set<Integer> of(String resource) {
      return partitions.computeIfAbsent(resource, _ -> new TreeSet<>());
    }
  }

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
    before.hosts().stream()
        .sorted(Comparator.comparing(Host::name))
        .forEach(host -> {
          hosts.put(host.name(), host);
          held.put(host.name(), new Held());
          leading.put(host.name(), 0);
        });
    hosts.values().stream()
        .filter(host -> host.slots() > 0)
        .forEach(host -> {
          Zone zone = zones.computeIfAbsent(host.zone(), Zone::new);
          zone.hosts.add(host);
          zone.share += of(shares, host.name());
        });
    before
        .nodes()
        .forEach((partition, nodes) -> {
          placed.put(partition, new ArrayList<>(nodes));
          nodes.forEach(node -> hold(partition, node));
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
    if (of(held, node).remove(resource(partition), partition)) {
      count(node, -1);
    }
  }

  void add(int partition, String node) {
    change(partition, nodes -> nodes.add(node));
    hold(partition, node);
  }

  private void hold(int partition, String node) {
    if (of(held, node).add(resource(partition), partition)) {
      count(node, 1);
    }
  }

  private void count(String node, int change) {
    Host host = of(hosts, node);
    if (host.slots() > 0) {
      of(zones, host.zone()).held += change;
    }
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
    Set<String> used = nodes(partition).stream().map(this::zone).collect(Collectors.toSet());
    List<Zone> neediest =
        zones.values().stream()
            .filter(zone -> !used.contains(zone.name))
            .sorted(Comparator.comparingDouble(Zone::lacking).reversed())
            .toList();
    return neediest.stream().flatMap(zone -> bestIn(zone, partition, hasRoom).stream()).findFirst();
  }

  private Optional<String> bestIn(Zone zone, int partition, Predicate<String> hasRoom) {
    return zone.hosts.stream()
        .filter(host -> !isDeclined(host, partition) && hasRoom.test(host.name()))
        .min(Comparator.comparingDouble(this::excess))
        .map(Host::name);
  }

  private boolean isDeclined(Host host, int partition) {
    return declined.getOrDefault(host.name(), Set.of()).contains(partition);
  }

  boolean canTake(String node, int partition) {
    return canTake(of(hosts, node), partition);
  }

  private boolean canTake(Host host, int partition) {
    return host.slots() > 0 && !isDeclined(host, partition) && isZoneFree(partition, host.name());
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

  /** The first partition that can move, of the resource that the source has most of. */
  private Optional<Integer> movable(Host from, Host to) {
    Held source = of(held, from.name());
    Held target = of(held, to.name());
    if (target.size() >= to.slots()) {
      return Optional.empty();
    }
    Set<Integer> refused = declined.getOrDefault(to.name(), Set.of());
    Map<Integer, List<String>> byExcess = new TreeMap<>(Comparator.reverseOrder());
    for (String resource : source.resources()) {
      int more = source.of(resource).size() - target.of(resource).size();
      byExcess.computeIfAbsent(more, _ -> new ArrayList<>()).add(resource);
    }
    return byExcess.values().stream()
        .flatMap(resources ->
            resources.stream()
                .flatMap(each -> firstMovable(source.of(each), refused, from, to).stream())
                .min(Comparator.naturalOrder())
                .stream())
        .findFirst();
  }

  private Optional<Integer> firstMovable(
      Set<Integer> partitions, Set<Integer> refused, Host from, Host to) {
    return partitions.stream()
        .filter(partition -> !refused.contains(partition) && isFree(to.zone(), partition, from))
        .findFirst();
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
