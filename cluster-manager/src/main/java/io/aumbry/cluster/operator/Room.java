package io.aumbry.cluster.operator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Space for replicas, of which a zone has at most one of a partition. */
public record Room(List<Place> places) {
  public Room {
    places = List.copyOf(places);
  }

  /** A node that may have replicas. */
  public record Place(String zone, long capacityBytes) {}

  public int zones() {
    return Math.toIntExact(places.stream().map(Place::zone).distinct().count());
  }

  /**
   * Whether there is a place for each replica. A zone can take as many as its nodes have room for,
   * and no more than there are partitions; all zones together must take all copies, and with that
   * it can be done: the partitions are dealt out to the zones in turn.
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
