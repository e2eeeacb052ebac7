package io.aumbry.cluster.placement;

import io.aumbry.cluster.metadata.ControllerConfig;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The number of replicas that each node would have if all were equally full. The number of
 * partitions limits a zone, and the capacity limits a node; other nodes get the rest.
 */
public final class FairShare {
  private static final int STEPS = 100;

  /** Part of a node's capacity that the initial partitions use. */
  private static final double USUAL = 0.8;

  private FairShare() {}

  /**
   * A node that may have replicas.
   *
   * @param capacity in any unit
   * @param replica size of a replica in that unit
   */
  public record Host(String name, String zone, long capacity, long replica) {
    long slots() {
      return capacity / replica;
    }

    double at(double level) {
      return Math.min((double) slots(), level * capacity / replica);
    }
  }

  public static Map<String, Double> of(Collection<Host> hosts, int partitions, int copies) {
    Map<String, List<Host>> zones =
        hosts.stream()
            .collect(Collectors.groupingBy(Host::zone, TreeMap::new, Collectors.toList()));
    double level =
        level(
            (double) partitions * copies,
            at ->
                zones.values().stream()
                    .mapToDouble(zone -> Math.min(partitions, sum(zone, at)))
                    .sum());
    Map<String, Double> shares = new HashMap<>();
    for (List<Host> zone : zones.values()) {
      double own = Math.min(level, level(partitions, at -> sum(zone, at)));
      zone.forEach(host -> shares.put(host.name(), host.at(own)));
    }
    return shares;
  }

  /** The number of partitions that fit and leave part of each node free for moves; at least 1. */
  static int partitions(Collection<Host> hosts, int copies) {
    Collection<Long> zones =
        hosts.stream()
            .collect(Collectors.groupingBy(Host::zone, Collectors.summingLong(FairShare::usual)))
            .values();
    int fit = 1;
    int tooMany = ControllerConfig.MOST_PARTITIONS + 1;
    while (tooMany - fit > 1) {
      int count = (fit + tooMany) / 2;
      long places = zones.stream().mapToLong(zone -> Math.min(count, zone)).sum();
      if (places >= (long) count * copies) {
        fit = count;
      } else {
        tooMany = count;
      }
    }
    return fit;
  }

  private static long usual(Host host) {
    return (long) (host.slots() * USUAL);
  }

  private static double sum(List<Host> zone, double level) {
    return zone.stream().mapToDouble(host -> host.at(level)).sum();
  }

  /**
   * The level, 0 to 1, at which the nodes have the wanted number of replicas; 1 if these do not
   * fit.
   */
  private static double level(double wanted, ToDoubleFunction<Double> count) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      if (count.applyAsDouble(middle) < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
