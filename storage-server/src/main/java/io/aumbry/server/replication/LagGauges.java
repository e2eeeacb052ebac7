package io.aumbry.server.replication;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replica.ReplicaRegistry;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * How far replicas here are behind others. Three gauges for each replica here and peer that has the
 * partition too: how many of the peer's records are not known to be here, as {@code
 * replication.lag.records.PEER.PARTITION}, and about how many bytes these are, as {@code
 * replication.lag.bytes.PEER.PARTITION}, both -1 while the peer has not been heard of; and since
 * when not all was here that there was, as {@code replication.lag.seconds.PEER.PARTITION}. And the
 * same three for each data centre, over all that the leaders here pull from there, as {@code
 * replication.behind.records.DATACENTER} and so on. Used under the lock of {@link Replication}.
 */
final class LagGauges {
  private static final long UNKNOWN = -1;

  private final MetricRegistry metrics;
  private final NodeId self;
  private final ReplicaRegistry registry;
  private final Reach reach;
  private final Time time;
  private final long startMillis;
  private final Set<String> registered = new HashSet<>();
  private final Set<String> dataCenters = new HashSet<>();
  private volatile ClusterView view;

  LagGauges(NodeId self, Surroundings surroundings, ReplicaRegistry registry, Reach reach) {
    this.self = self;
    this.reach = reach;
    this.metrics = surroundings.metrics();
    this.registry = registry;
    this.time = surroundings.carrier().time();
    this.startMillis = time.wallMillis();
    this.view = surroundings.views().current();
    Gauge<Long> unreached = this::unreached;
    metrics.register("replication.unreached", unreached);
  }

  /** Nodes that the coordinator hears and this one does not. */
  private long unreached() {
    return view.nodes().stream().filter(node -> node.live() && reach.isLost(node.id())).count();
  }

  /** A partition that this node and a peer have in common. */
  record Shared(NodeId peer, int partition) {
    String gauge(String unit) {
      return "replication.lag." + unit + "." + peer + "." + partition;
    }
  }

  /** Has a gauge for each of these and no others, and those of the data centres of {@code view}. */
  void show(Set<Shared> all, ClusterView newest) {
    view = newest;
    Set<String> wanted = new HashSet<>();
    for (Shared shared : all) {
      Map<String, Gauge<? extends Number>> gauges =
          Map.of(
              shared.gauge("records"), () -> lag(shared, PeerProgress::lag),
              shared.gauge("bytes"), () -> lag(shared, PeerProgress::lagBytes),
              shared.gauge("seconds"), () -> secondsBehind(of(shared)));
      wanted.addAll(gauges.keySet());
      gauges.forEach((name, gauge) -> {
        if (registered.add(name)) {
          metrics.register(name, gauge);
        }
      });
    }
    registered.removeIf(name -> !wanted.contains(name) && metrics.remove(name));
    for (DataCenter dataCenter : newest.dataCenters()) {
      if (dataCenters.add(dataCenter.name())) {
        metrics.meter(Road.bytesFrom(dataCenter.name()));
        metrics.timer(Road.ageOf(dataCenter.name()));
        Gauge<Long> records = () -> behind(dataCenter).mapToLong(PeerProgress::lag).sum();
        Gauge<Long> bytes = () -> behind(dataCenter).mapToLong(PeerProgress::lagBytes).sum();
        Gauge<Double> seconds = () -> secondsBehind(behind(dataCenter));
        metrics.register("replication.behind.records." + dataCenter.name(), records);
        metrics.register("replication.behind.bytes." + dataCenter.name(), bytes);
        metrics.register("replication.behind.seconds." + dataCenter.name(), seconds);
      }
    }
  }

  private Stream<PeerProgress> of(Shared shared) {
    return registry.find(shared.partition()).stream()
        .map(replica -> replica.progress().of(shared.peer()));
  }

  private long lag(Shared shared, ToLongFunction<PeerProgress> unit) {
    return of(shared).filter(PeerProgress::heard).mapToLong(unit).findFirst().orElse(UNKNOWN);
  }

  /** How the leaders here stand with those there. */
  private Stream<PeerProgress> behind(DataCenter there) {
    ClusterView seen = view;
    return registry.all().stream()
        .filter(replica -> replica.state() == ReplicaState.LEADER)
        .flatMap(replica ->
            seen.partition(replica.partition()).stream()
                .flatMap(partition -> sources(partition, seen, there))
                .map(source -> replica.progress().of(source.node().id())));
  }

  private Stream<Replica> sources(Partition partition, ClusterView seen, DataCenter there) {
    return there.equals(seen.local())
        ? partition.replicasIn(there.id()).stream()
            .filter(replica -> !replica.node().id().equals(self))
        : Speakers.of(partition, there.id(), reach::isLost).stream();
  }

  /** Of the one that is furthest behind; one that never was in sync counts from the start on. */
  private double secondsBehind(Stream<PeerProgress> peers) {
    long now = time.wallMillis();
    long since =
        peers.mapToLong(progress -> progress.inSyncMillis().orElse(startMillis)).min().orElse(now);
    return Math.max(0, now - since) / 1000.0;
  }
}
