package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.deploy.operator.text.NumberText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The room that a data centre must keep for the replicas of evacuated hosts. Each zone takes at
 * most one copy of a partition, see {@link io.aumbry.cluster.operator.ReplicaCapacity}.
 */
record EvacuationRoom(Stock stock) {
  /**
   * The rules of a data centre. Hosts that they allow together leave room for all replicas. If
   * there are more zones than copies, they may refuse some hosts for which there would be room.
   *
   * @param capacities in bytes, of the hosts that are in use
   */
  List<SafetyRule> rules(String place, Map<Host, Long> capacities) {
    if (stock.partitions() == 0) {
      return List.of();
    }
    SortedMap<String, Map<Host, Long>> zones = new TreeMap<>();
    capacities.forEach((host, bytes) -> {
      long slots = bytes / stock.partitionBytes();
      if (slots > 0) {
        zones.computeIfAbsent(host.zone(), _ -> new HashMap<>()).put(host, slots);
      }
    });
    return zones.size() > stock.copies() ? List.of(together(place, zones)) : byZone(place, zones);
  }

  /** Each zone has a copy of each partition, and keeps it. */
  private List<SafetyRule> byZone(String place, SortedMap<String, Map<Host, Long>> zones) {
    List<SafetyRule> rules = new ArrayList<>();
    zones.forEach((zone, slots) ->
        rules.add(rule("zone " + zone + " in " + place, slots, sum(slots) - stock.partitions())));
    return rules;
  }

  /** A host takes no more from its zone than a copy of each partition. */
  private SafetyRule together(String place, SortedMap<String, Map<Host, Long>> zones) {
    Map<Host, Long> weights = new HashMap<>();
    long room = 0;
    for (Map<Host, Long> slots : zones.values()) {
      slots.forEach((host, its) -> weights.put(host, most(its)));
      room += most(sum(slots));
    }
    return rule(place, weights, room - (long) stock.partitions() * stock.copies());
  }

  private long most(long slots) {
    return Math.min(slots, stock.partitions());
  }

  private static long sum(Map<Host, Long> slots) {
    return slots.values().stream().mapToLong(Long::longValue).sum();
  }

  private static SafetyRule rule(String owner, Map<Host, Long> weights, long spare) {
    String room = spare < 1 ? "no room" : "room for " + NumberText.count(spare, "replica");
    return new SafetyRule(owner + " can spare " + room, weights, spare);
  }
}
