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
 * How many replicas each node would have if all were equally full: as many as it has capacity, but
 * in a zone no more than there are partitions, and on a node no more than it has room for; the
 * other zones and nodes have the rest.
 */
public final class FairShare {
  /** Of a search by halves; a replica is a much coarser thing. */
  private static final int STEPS = 100;

  /** What of a node is used by the partitions that are made for its capacity. */
  private static final double USUAL = 0.8;

  private FairShare() {}

  /**
   * A node that may have replicas.
   *
   * @param capacity in whatever unit
   * @param replica what each takes of that
   */
  public record Host(String name, String zone, long capacity, long replica) {
    /** For how many replicas there is room. */
    long slots() {
      return capacity / replica;
    }

    double at(double level) {
      return Math.min((double) slots(), level * capacity / replica);
    }
  }

  /** By name, fractions of replicas included. */
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

  /**
   * How many partitions fit, so that a part of each node stays free for replicas that move; at
   * least one.
   */
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

  /** How full all are when there are so many replicas, 0 to 1; more than fit make it 1. */
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
