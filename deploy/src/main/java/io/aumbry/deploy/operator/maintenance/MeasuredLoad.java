package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The load of the storage nodes of a data centre. When some of them go down, their load moves to
 * those that remain. A load is the number of processors that are busy.
 *
 * <p>A node with an unknown load is as busy as the busiest one, and a node with an unknown number
 * of processors has the average number. If all loads are unknown, there is no limit, because a
 * cluster of an earlier build could never be upgraded otherwise.
 *
 * @param up the hosts on which the cluster counts
 * @param away hosts that answer, but are locked, drained or rebuilt. They may stop at any time
 */
public record MeasuredLoad(SortedMap<Host, Processors> up, SortedMap<Host, Processors> away) {
  public MeasuredLoad {
    up = Collections.unmodifiableSortedMap(new TreeMap<>(up));
    away = Collections.unmodifiableSortedMap(new TreeMap<>(away));
  }

  /**
   * The processors of a host.
   *
   * @param busyPercent of them, empty if it is unknown
   * @param count empty if it is unknown
   */
  record Processors(OptionalInt busyPercent, OptionalLong count) {
    static Processors of(NodeReport node) {
      return new Processors(
          node.busyPercent(),
          node.machine().stream()
              .mapToLong(MachineReport::processors)
              .filter(count -> count > 0)
              .findFirst());
    }
  }

  /** The load of those hosts that have a storage node and answer. */
  public static MeasuredLoad of(ClusterObservation observation, Collection<Observed> hosts) {
    SortedMap<Host, Processors> up = new TreeMap<>();
    SortedMap<Host, Processors> away = new TreeMap<>();
    for (Observed host : hosts) {
      host.node()
          .flatMap(node -> observation.said(node.id()))
          .ifPresent(
              said -> (host.isAway() ? away : up).put(host.host(), Processors.of(said.node())));
    }
    return new MeasuredLoad(up, away);
  }

  /** The names of the hosts with an unknown load. */
  public List<String> unknown() {
    return up.entrySet().stream()
        .filter(each -> each.getValue().busyPercent().isEmpty())
        .map(each -> each.getKey().name())
        .toList();
  }

  /**
   * The hosts that may be down together while the others carry the load.
   *
   * @param place the name of the data centre
   * @param reservePercent that stays free on the others, on average
   */
  Optional<SafetyRule> rule(String place, int reservePercent) {
    OptionalInt busiest = all().flatMapToInt(its -> its.busyPercent().stream()).max();
    return busiest.isPresent()
        ? Optional.of(rule(place, reservePercent, busiest.getAsInt()))
        : Optional.empty();
  }

  private Stream<Processors> all() {
    return Stream.concat(up.values().stream(), away.values().stream());
  }

  private SafetyRule rule(String place, int reservePercent, int busiest) {
    long average = average();
    long load =
        all()
            .mapToLong(its -> its.busyPercent().orElse(busiest) * its.count().orElse(average))
            .sum();
    Map<Host, Long> weights = new HashMap<>();
    up.forEach((host, its) -> weights.put(host, its.count().orElse(average)));
    long processors = weights.values().stream().mapToLong(Long::longValue).sum();
    long spare = processors - Math.ceilDiv(load, MachineReport.ALL_BUSY - reservePercent);
    String text =
        "%s can spare %d of %d processors at a load of %d %% with a reserve of %d %%"
            .formatted(
                place,
                Math.max(0, spare),
                processors,
                Math.ceilDiv(load, Math.max(1, processors)),
                reservePercent);
    return new SafetyRule(text, weights, spare).holdingFor(away.keySet());
  }

  /** The average number of processors of the hosts with a known number, or 1 if there are none. */
  private long average() {
    return Math.max(
        1, Math.round(all().flatMapToLong(its -> its.count().stream()).average().orElse(1)));
  }
}
