package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.Distance;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The way from one data centre to this node, for records: how far it is, how fast and how much at
 * once may come, and what has come.
 */
record Road(Distance distance, int mostBytes, FetchPace pace, Arrived arrived) {
  /** In one answer from another data centre, so that many of those leave room for others. */
  private static final int FAR_BYTES = 4 << 20;

  /** Bytes a second; what comes more slowly is given up, and asked for again. */
  private static final long NEAR_RATE = 4 << 20;

  private static final long FAR_RATE = 64 << 10;

  /** The way from a node, as far as the view knows where that is. */
  static Road from(StorageNode node, ClusterView view, PullerContext context) {
    Distance distance = distance(node, view);
    FetchPace pace = context.pace(distance);
    int most = context.config().fetchBytes();
    return new Road(
        distance,
        pace.within(distance == Distance.NEAR ? most : Math.min(most, FAR_BYTES)),
        pace,
        Arrived.from(node.dataCenter(), view, context));
  }

  /**
   * What has come from a data centre.
   *
   * @param age of the first record of each run when that was here, by the clocks of who made it and
   *     of this node
   */
  private record Arrived(Counter bytes, Summary age, Time time) {
    static Arrived from(int dataCenter, ClusterView view, PullerContext context) {
      String name =
          view.dataCenters().stream()
              .filter(known -> known.id() == dataCenter)
              .map(DataCenter::name)
              .findFirst()
              .orElse(String.valueOf(dataCenter));
      FetchMetrics metrics = context.ways().metrics();
      return new Arrived(
          metrics.bytes().of(name),
          metrics.ages().of(name),
          context.surroundings().carrier().time());
    }

    void age(long sinceMillis) {
      age.record(TimeUnit.MILLISECONDS.toNanos(Math.max(0, time.wallMillis() - sinceMillis)));
    }
  }

  /** How far a node is from this one. */
  static Distance distance(StorageNode node, ClusterView view) {
    return node.dataCenter() == view.local().id() ? Distance.NEAR : Distance.FAR;
  }

  /** In which so many bytes come, or do not come at all. */
  Duration patience(long bytes) {
    long leastRate = distance == Distance.NEAR ? NEAR_RATE : FAR_RATE;
    return Duration.ofMillis(bytes * 1000 / leastRate);
  }

  /** Returns when an answer to a request for so many bytes may come. */
  void await(long bytes, PeerCalls calls) {
    calls.sleep(pace.take(inOneAnswer(bytes)));
  }

  /** Nothing came, after {@link #await} for so many. */
  void didNotCome(long awaited) {
    pace.correct(-inOneAnswer(awaited));
  }

  /** So many bytes came, after {@link #await} for some. */
  void came(long bytes, long awaited) {
    arrived.bytes().add(bytes);
    pace.correct(bytes - inOneAnswer(awaited));
  }

  /** A long run comes in several answers, each of which is paid for by itself. */
  private long inOneAnswer(long bytes) {
    return Math.min(bytes, mostBytes);
  }

  /** A run of records is here. */
  void arrived(Run run) {
    if (run.sinceMillis() > 0) {
      arrived.age(run.sinceMillis());
    }
  }
}
