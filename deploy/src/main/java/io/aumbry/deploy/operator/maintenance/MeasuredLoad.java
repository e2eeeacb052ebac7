package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.Host;
import io.aumbry.cluster.maintenance.SafetyRule;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.report.NodeReport;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The load of the storage nodes of a data centre that are up. When some of them go down, their load
 * moves to those that remain.
 *
 * <p>A node with an unknown load counts as much as the busiest one. If all are unknown, there is no
 * limit, because a cluster of an earlier build could never be upgraded otherwise.
 *
 * @param busyPercent by host, empty if it is unknown
 */
public record MeasuredLoad(SortedMap<Host, OptionalInt> busyPercent) {
  public MeasuredLoad {
    busyPercent = Collections.unmodifiableSortedMap(new TreeMap<>(busyPercent));
  }

  /** The load of those hosts that are up and have a storage node. */
  public static MeasuredLoad of(ClusterObservation observation, Collection<Observed> hosts) {
    SortedMap<Host, OptionalInt> busy = new TreeMap<>();
    for (Observed host : hosts) {
      if (host.away().isEmpty()) {
        host.node()
            .flatMap(node -> observation.said(node.id()))
            .ifPresent(said -> busy.put(host.host(), said.node().busyPercent()));
      }
    }
    return new MeasuredLoad(busy);
  }

  /** The names of the hosts whose load is unknown. */
  public List<String> unknown() {
    return busyPercent.entrySet().stream()
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
    OptionalInt busiest = busyPercent.values().stream().flatMapToInt(OptionalInt::stream).max();
    return busiest.isPresent()
        ? Optional.of(rule(place, reservePercent, busiest.getAsInt()))
        : Optional.empty();
  }

  private SafetyRule rule(String place, int reservePercent, int busiest) {
    long load = busyPercent.values().stream().mapToLong(busy -> busy.orElse(busiest)).sum();
    long needed = Math.ceilDiv(load, NodeReport.ALL_BUSY - reservePercent);
    long spare = busyPercent.size() - needed;
    Map<Host, Long> weights = new HashMap<>();
    busyPercent.keySet().forEach(host -> weights.put(host, 1L));
    String text =
        "%s can spare %s at a load of %d %% with a reserve of %d %%"
            .formatted(
                place,
                spare < 1 ? "no storage node" : NumberText.count(spare, "storage node"),
                Math.ceilDiv(load, busyPercent.size()),
                reservePercent);
    return new SafetyRule(text, weights, spare);
  }
}
