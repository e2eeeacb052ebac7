package io.aumbry.server.replication;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.ReplicaRegistry;
import java.util.HashSet;
import java.util.Set;

/**
 * One gauge for each replica here and peer that has the partition too: how many of the peer's
 * records are not known to be here, as {@code replication.lag.records.PEER.PARTITION}; -1 while the
 * peer has not been heard of. Used under the lock of {@link Replication}.
 */
final class LagGauges {
  private static final long UNKNOWN = -1;

  private final MetricRegistry metrics;
  private final ReplicaRegistry registry;
  private final Set<String> registered = new HashSet<>();

  LagGauges(MetricRegistry metrics, ReplicaRegistry registry) {
    this.metrics = metrics;
    this.registry = registry;
  }

  /** A partition that this node and a peer have in common. */
  record Shared(NodeId peer, int partition) {
    String gauge() {
      return "replication.lag.records." + peer + "." + partition;
    }
  }

  /** Has a gauge for each of these and no others. */
  void show(Set<Shared> all) {
    Set<String> wanted = new HashSet<>();
    for (Shared shared : all) {
      wanted.add(shared.gauge());
      if (registered.add(shared.gauge())) {
        Gauge<Long> lag = () -> lag(shared);
        metrics.register(shared.gauge(), lag);
      }
    }
    registered.removeIf(name -> !wanted.contains(name) && metrics.remove(name));
  }

  private long lag(Shared shared) {
    return registry
        .find(shared.partition())
        .map(replica -> replica.progress().of(shared.peer()))
        .filter(progress -> progress.heard())
        .map(progress -> progress.lag())
        .orElse(UNKNOWN);
  }
}
