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
 * How far replicas are behind each other.
 *
 * @param pairs of every replica that was reported, and every other of its partition; those that are
 *     behind most come first, and before them those of which it is not known
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
   * A replica and another one, whose records it takes.
   *
   * @param at which node the replica is
   * @param peer whose records it takes
   * @param inSyncMillis ago it was known to have all of them; empty when it was not since it was
   *     opened
   */
  public record Pair(int partition, StorageNode at, PeerReport peer, OptionalLong inSyncMillis) {
    /** So many records of the peer are not known to be there; empty when that is not known. */
    public OptionalLong behind() {
      return peer.lag();
    }

    /** About so many bytes these are; empty likewise. */
    public OptionalLong bytes() {
      return peer.lagBytes();
    }
  }

  /** All replicas of one data centre, and those of another or the same, whose records they take. */
  public record Route(int from, int to) implements Comparable<Route> {
    @Override
    public int compareTo(Route other) {
      return Comparator.comparingInt(Route::from).thenComparingInt(Route::to).compare(this, other);
    }
  }

  /**
   * What is behind on a route.
   *
   * @param unknown pairs that have not heard of each other
   * @param most records that one of them is behind
   * @param inSyncMillis ago even the last of them had all; empty when one never did
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

  public static Lag of(ClusterObservation look) {
    List<Pair> pairs = new ArrayList<>();
    for (StorageNode node : look.nodes()) {
      Optional<ClusterObservation.Said> said = look.said(node.id());
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

  /** The pair that is known to be behind most. */
  public Optional<Pair> largest() {
    return pairs.stream().filter(pair -> pair.behind().isPresent()).findFirst();
  }

  /** The pair that had all longest ago, of those that had. */
  public Optional<Pair> oldest() {
    return pairs.stream()
        .filter(pair -> pair.inSyncMillis().isPresent())
        .max(Comparator.comparingLong(pair -> pair.inSyncMillis().getAsLong()));
  }

  public long unknown() {
    return pairs.stream().filter(pair -> pair.behind().isEmpty()).count();
  }

  /** By route, in order. */
  public Map<Route, Sum> byRoute() {
    Map<Route, Sum> sums = new TreeMap<>();
    for (Pair pair : pairs) {
      Route route = new Route(pair.peer().dataCenter(), pair.at().dataCenter());
      sums.put(route, sums.getOrDefault(route, Sum.NONE).plus(pair));
    }
    return sums;
  }
}
