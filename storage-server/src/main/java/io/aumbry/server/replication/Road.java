package io.aumbry.server.replication;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.Distance;
import java.time.Duration;

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
        Arrived.from(node.dataCenter(), view, context.surroundings()));
  }

  /**
   * What has come from a data centre.
   *
   * @param age of the first record of each run when that was here, by the clocks of who made it and
   *     of this node
   */
  private record Arrived(Meter bytes, Timer age, Time time) {
    static Arrived from(int dataCenter, ClusterView view, Surroundings surroundings) {
      String name =
          view.dataCenters().stream()
              .filter(known -> known.id() == dataCenter)
              .map(DataCenter::name)
              .findFirst()
              .orElse(String.valueOf(dataCenter));
      MetricRegistry metrics = surroundings.metrics();
      return new Arrived(
          metrics.meter(bytesFrom(name)),
          metrics.timer(ageOf(name)),
          surroundings.carrier().time());
    }

    void age(long sinceMillis) {
      age.update(Duration.ofMillis(Math.max(0, time.wallMillis() - sinceMillis)));
    }
  }

  /** How far a node is from this one. */
  static Distance distance(StorageNode node, ClusterView view) {
    return node.dataCenter() == view.local().id() ? Distance.NEAR : Distance.FAR;
  }

  /** The meter of what has come from a data centre. */
  static String bytesFrom(String dataCenter) {
    return "replication.fetched.bytes." + dataCenter;
  }

  /** The timer of how old records are when they come from a data centre. */
  static String ageOf(String dataCenter) {
    return "replication.age." + dataCenter;
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
    arrived.bytes().mark(bytes);
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
