package io.aumbry.cluster.operator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Capacity for replicas. A zone holds at most one replica of a partition. */
public record ReplicaCapacity(List<Place> places) {
  public ReplicaCapacity {
    places = List.copyOf(places);
  }

  public record Place(String zone, long capacityBytes) {}

  public int zones() {
    return Math.toIntExact(places.stream().map(Place::zone).distinct().count());
  }

  /**
   * Whether all replicas fit. Each zone takes replicas up to its capacity and the number of
   * partitions. Dealing out partitions to the zones in turn then places all copies.
   */
  public boolean holds(ClusterSnapshot.Stock stock) {
    Map<String, Long> slots = new HashMap<>();
    for (Place place : places) {
      slots.merge(place.zone(), place.capacityBytes() / stock.partitionBytes(), Long::sum);
    }
    long replicas =
        slots.values().stream().mapToLong(each -> Math.min(each, stock.partitions())).sum();
    return replicas >= (long) stock.partitions() * stock.copies();
  }
}
