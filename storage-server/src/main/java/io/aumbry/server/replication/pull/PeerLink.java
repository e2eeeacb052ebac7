package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replication.FetchPace;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The connection for records from one data centre to this node: distance, rate limit, size of
 * answers, and metrics.
 *
 * @param dataCenter name of the peer's data centre
 * @param slots answers of a peer that may be requested or in memory at a time
 * @param room bytes of one answer; its last record may exceed them
 */
record PeerLink(PullerContext context, String dataCenter, Distance distance, int slots, int room) {
  /** Largest answer from another data centre, so that many of them leave memory for others. */
  private static final int FAR_BYTES = 4 << 20;

  /** A near peer reads and sends an answer while this node appends the last one. */
  private static final int NEAR_SLOTS = 2;

  /** Slowest useful rate in bytes per second. A slower request is cancelled and repeated. */
  private static final long NEAR_RATE = 4 << 20;

  private static final long FAR_RATE = 64 << 10;

  static PeerLink from(StorageNode node, ClusterView view, PullerContext context) {
    String name =
        view.dataCenters().stream()
            .filter(known -> known.id() == node.dataCenter())
            .map(DataCenter::name)
            .findFirst()
            .orElse(String.valueOf(node.dataCenter()));
    Distance distance = Distance.of(node, view);
    boolean isNear = distance == Distance.NEAR;
    int slots = isNear ? NEAR_SLOTS : 1;
    int most = context.config().fetchBytes();
    int room = context.pace(distance).within(isNear ? most : Math.min(most, FAR_BYTES)) / slots;
    return new PeerLink(context, name, distance, slots, Math.max(1, room));
  }

  Duration patience(long bytes) {
    long leastRate = distance == Distance.NEAR ? NEAR_RATE : FAR_RATE;
    return Duration.ofMillis(bytes * 1000 / leastRate);
  }

  /** Waits until a request for {@code bytes} may be sent, and reserves them. */
  void await(long bytes, PeerCalls calls) {
    calls.sleep(pace().take(inOneAnswer(bytes)));
  }

  void didNotCome(long awaited) {
    pace().correct(-inOneAnswer(awaited));
  }

  void came(long bytes, long awaited) {
    context.ways().metrics().bytes().of(dataCenter).add(bytes);
    pace().correct(bytes - inOneAnswer(awaited));
  }

  /** A long range arrives in several answers, and each of them is reserved by itself. */
  private long inOneAnswer(long bytes) {
    return Math.min(bytes, room);
  }

  private FetchPace pace() {
    return context.pace(distance);
  }

  /** Measures the age of the first record of an interval, by the clocks of the two nodes. */
  void arrived(Interval interval) {
    if (interval.sinceMillis() > 0) {
      long millis = context.environment().carrier().time().wallMillis() - interval.sinceMillis();
      long nanos = TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis));
      context.ways().metrics().ages().of(dataCenter).record(nanos);
    }
  }
}
