package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replication.NodeEnvironment;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Metrics of the lag of each replica here behind each peer with the same partition, and of the
 * leaders here behind each data centre. Used under the lock of {@link Replication}.
 */
final class LagGauges {
  private static final long UNKNOWN = -1;

  private final PullerContext context;
  private final Time time;
  private final long startMillis;
  private final Units lag;
  private final Units behind;
  private volatile ClusterView view;

  LagGauges(PullerContext context) {
    this.context = context;
    NodeEnvironment environment = context.environment();
    this.time = environment.carrier().time();
    this.startMillis = time.wallMillis();
    this.view = environment.views().current();
    Metrics metrics = environment.metrics();
    this.lag = lag(metrics);
    this.behind = behind(metrics);
    metrics.gauge(
        "aumbry_replication_unreached",
        "Storage nodes that are live in ZooKeeper but have not answered this node for 10 s."
            + " In other data centres, another replica is pulled instead",
        this::unreached);
  }

  private static Units lag(Metrics metrics) {
    return new Units(
        metrics.gauges(
            "aumbry_replication_lag_records",
            "Records of the peer, in any data centre, that this replica is not known to"
                + " hold; -1 until the peer was heard",
            "peer",
            "partition"),
        metrics.gauges(
            "aumbry_replication_lag_bytes",
            "Approximate size of these records in the log of the peer; -1 until the"
                + " peer was heard",
            "peer",
            "partition"),
        metrics.gauges(
            "aumbry_replication_lag_seconds",
            "Time since this replica was last known to hold all records of the peer, or"
                + " since the start. Up to 20 s is normal",
            "peer",
            "partition"));
  }

  private static Units behind(Metrics metrics) {
    return new Units(
        metrics.gauges(
            "aumbry_replication_behind_records",
            "Records in that data centre that are not known to be here, over all"
                + " partitions led here; in another data centre, those of its leaders",
            "datacenter"),
        metrics.gauges(
            "aumbry_replication_behind_bytes",
            "Approximate size of the records in aumbry_replication_behind_records",
            "datacenter"),
        metrics.gauges(
            "aumbry_replication_behind_seconds",
            "Time since the furthest of these partitions was last known to be in step,"
                + " or since the start. Up to 20 s is normal, because a long poll may wait"
                + " that long",
            "datacenter"));
  }

  private record Units(Family<Gauge> records, Family<Gauge> bytes, Family<Gauge> seconds) {
    void remove(String... labels) {
      records.remove(labels);
      bytes.remove(labels);
      seconds.remove(labels);
    }

    void clear() {
      records.retain(Set.of());
      bytes.retain(Set.of());
      seconds.retain(Set.of());
    }
  }

  /** Nodes that are live for the coordinator but do not answer this node. */
  private long unreached() {
    return view.nodes().stream()
        .filter(node -> node.live() && context.reach().isLost(node.id()))
        .count();
  }

  private record Shared(NodeId peer, int partition) {}

  /** Shows the lag of a partition behind the peers that have it now. */
  void show(int partition, SharedPartitions.Change change) {
    String name = String.valueOf(partition);
    change.before().stream()
        .filter(peer -> !change.now().contains(peer))
        .forEach(peer -> lag.remove(peer.toString(), name));
    change.now().stream()
        .filter(peer -> !change.before().contains(peer))
        .forEach(peer -> show(new Shared(peer, partition), peer.toString(), name));
  }

  private void show(Shared shared, String... labels) {
    lag.records().set(() -> lag(shared, PeerProgress::lag), labels);
    lag.bytes().set(() -> lag(shared, PeerProgress::lagBytes), labels);
    lag.seconds().set(() -> secondsBehind(of(shared)), labels);
  }

  /** Shows the data centres of a view. */
  void see(ClusterView newest) {
    view = newest;
    for (DataCenter there : newest.dataCenters()) {
      String name = there.name();
      context.ways().metrics().show(name);
      behind.records().set(() -> behind(there).mapToLong(PeerProgress::lag).sum(), name);
      behind.bytes().set(() -> behind(there).mapToLong(PeerProgress::lagBytes).sum(), name);
      behind.seconds().set(() -> secondsBehind(behind(there)), name);
    }
  }

  /** Shows no lag behind any peer. */
  void clear() {
    lag.clear();
  }

  private Stream<PeerProgress> of(Shared shared) {
    return context.registry().find(shared.partition()).stream()
        .map(replica -> replica.progress().of(shared.peer()));
  }

  private long lag(Shared shared, ToLongFunction<PeerProgress> unit) {
    return of(shared).filter(PeerProgress::heard).mapToLong(unit).findFirst().orElse(UNKNOWN);
  }

  private Stream<PeerProgress> behind(DataCenter there) {
    ClusterView seen = view;
    return context.registry().all().stream()
        .filter(replica -> replica.state() == ReplicaState.LEADER)
        .flatMap(replica ->
            seen.partition(replica.partition()).stream()
                .flatMap(partition -> sources(partition, seen, there))
                .map(source -> replica.progress().of(source.node().id())));
  }

  private Stream<Replica> sources(Partition partition, ClusterView seen, DataCenter there) {
    return there.equals(seen.local())
        ? partition.replicasIn(there.id()).stream()
            .filter(replica -> !replica.node().id().equals(context.self()))
        : CrossSiteLeaders.of(partition, there.id(), context.reach()::isLost).stream();
  }

  /** A peer that was never in step counts from the start. */
  private double secondsBehind(Stream<PeerProgress> peers) {
    long now = time.wallMillis();
    long since =
        peers.mapToLong(progress -> progress.inSyncMillis().orElse(startMillis)).min().orElse(now);
    return Math.max(0, now - since) / 1000.0;
  }
}
