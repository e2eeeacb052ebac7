package io.aumbry.deploy.operator.observation;

import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The replication lag between replicas.
 *
 * @param pairs every reported replica with each of its peers; unknown lags first, then the largest
 */
public record Lag(List<Pair> pairs) {
  private static final Comparator<Pair> MOST_BEHIND_FIRST =
      Comparator.<Pair>comparingLong(pair -> pair.behind().orElse(Long.MAX_VALUE))
          .reversed()
          .thenComparingInt(Pair::partition)
          .thenComparing(pair -> pair.at().id())
          .thenComparing(pair -> pair.peer().node());

  public Lag {
    pairs = List.copyOf(pairs);
  }

  /**
   * A replica and a peer from which it pulls records.
   *
   * @param at the node of the replica
   * @param peer the progress with the peer
   * @param inSyncMillis time since the replica was last known to have all records of the peer;
   *     empty if never since it was opened
   */
  public record Pair(int partition, StorageNode at, PeerReport peer, OptionalLong inSyncMillis) {
    /** Number of records of the peer that the replica may lack. Empty if unknown. */
    public OptionalLong behind() {
      return peer.lag();
    }

    /** Approximate bytes of these records. Empty if unknown. */
    public OptionalLong bytes() {
      return peer.lagBytes();
    }
  }

  /** A pair of data centres, possibly the same: the origin and the destination of records. */
  public record Route(int from, int to) implements Comparable<Route> {
    @Override
    public int compareTo(Route other) {
      return Comparator.comparingInt(Route::from).thenComparingInt(Route::to).compare(this, other);
    }
  }

  /**
   * The lag of all pairs of a route.
   *
   * @param unknown number of pairs that have not heard of each other
   * @param most largest number of records that one pair is behind
   * @param inSyncMillis largest time since a pair was in sync; empty if one never was
   */
  public record Sum(
      int pairs, int unknown, long records, long bytes, long most, OptionalLong inSyncMillis) {
    static final Sum NONE = new Sum(0, 0, 0, 0, 0, OptionalLong.of(0));

    Sum plus(Pair pair) {
      long behind = pair.behind().orElse(0);
      return new Sum(
          pairs + 1,
          unknown + (pair.behind().isEmpty() ? 1 : 0),
          records + behind,
          bytes + pair.bytes().orElse(0),
          Math.max(most, behind),
          inSyncMillis.isPresent() && pair.inSyncMillis().isPresent()
              ? OptionalLong.of(Math.max(inSyncMillis.getAsLong(), pair.inSyncMillis().getAsLong()))
              : OptionalLong.empty());
    }
  }

  public static Lag of(ClusterObservation observation) {
    List<Pair> pairs = new ArrayList<>();
    for (StorageNode node : observation.nodes()) {
      Optional<ClusterObservation.Said> said = observation.said(node.id());
      long now = said.map(known -> known.node().nowMillis()).orElse(0L);
      for (ReplicaReport replica : said.map(ClusterObservation.Said::replicas).orElse(List.of())) {
        replica
            .peers()
            .forEach(peer ->
                pairs.add(
                    new Pair(replica.partition(), node, peer, ago(peer.inSyncMillis(), now))));
      }
    }
    pairs.sort(MOST_BEHIND_FIRST);
    return new Lag(pairs);
  }

  private static OptionalLong ago(long millis, long now) {
    return millis == PeerReport.UNKNOWN
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, now - millis));
  }

  public Optional<Pair> largest() {
    return pairs.stream().filter(pair -> pair.behind().isPresent()).findFirst();
  }

  /** The pair with the largest known time since it was in sync. */
  public Optional<Pair> oldest() {
    return pairs.stream()
        .filter(pair -> pair.inSyncMillis().isPresent())
        .max(Comparator.comparingLong(pair -> pair.inSyncMillis().getAsLong()));
  }

  public long unknown() {
    return pairs.stream().filter(pair -> pair.behind().isEmpty()).count();
  }

  public Map<Route, Sum> byRoute() {
    Map<Route, Sum> sums = new TreeMap<>();
    for (Pair pair : pairs) {
      Route route = new Route(pair.peer().dataCenter(), pair.at().dataCenter());
      sums.put(route, sums.getOrDefault(route, Sum.NONE).plus(pair));
    }
    return sums;
  }
}
