package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.report.MachineReport;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The load of the storage nodes of a data centre. When some of them go down, their load moves to
 * those that remain.
 *
 * <p>A node with an unknown load counts as much as the busiest one. If all are unknown, there is no
 * limit, because a cluster of an earlier build could never be upgraded otherwise.
 *
 * @param up the busy share of the hosts on which the cluster counts, empty if it is unknown
 * @param away the same of hosts that answer, but are locked, drained or rebuilt. They may stop at
 *     any time
 */
public record MeasuredLoad(SortedMap<Host, OptionalInt> up, SortedMap<Host, OptionalInt> away) {
  public MeasuredLoad {
    up = Collections.unmodifiableSortedMap(new TreeMap<>(up));
    away = Collections.unmodifiableSortedMap(new TreeMap<>(away));
  }

  /** The load of those hosts that have a storage node and answer. */
  public static MeasuredLoad of(ClusterObservation observation, Collection<Observed> hosts) {
    SortedMap<Host, OptionalInt> up = new TreeMap<>();
    SortedMap<Host, OptionalInt> away = new TreeMap<>();
    for (Observed host : hosts) {
      host.node()
          .flatMap(node -> observation.said(node.id()))
          .ifPresent(said ->
              (host.away().isEmpty() ? up : away).put(host.host(), said.node().busyPercent()));
    }
    return new MeasuredLoad(up, away);
  }

  /** The names of the hosts with an unknown load. */
  public List<String> unknown() {
    return up.entrySet().stream()
        .filter(each -> each.getValue().isEmpty())
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
    OptionalInt busiest = shares().flatMapToInt(OptionalInt::stream).max();
    return busiest.isPresent() && !up.isEmpty()
        ? Optional.of(rule(place, reservePercent, busiest.getAsInt()))
        : Optional.empty();
  }

  private Stream<OptionalInt> shares() {
    return Stream.concat(up.values().stream(), away.values().stream());
  }

  private SafetyRule rule(String place, int reservePercent, int busiest) {
    long load = shares().mapToLong(busy -> busy.orElse(busiest)).sum();
    long needed = Math.ceilDiv(load, MachineReport.ALL_BUSY - reservePercent);
    long spare = up.size() - needed;
    Map<Host, Long> weights = new HashMap<>();
    up.keySet().forEach(host -> weights.put(host, 1L));
    String text =
        "%s can spare %s at a load of %d %% with a reserve of %d %%"
            .formatted(
                place,
                spare < 1 ? "no storage node" : NumberText.count(spare, "storage node"),
                Math.ceilDiv(load, up.size()),
                reservePercent);
    return new SafetyRule(text, weights, spare);
  }
}
