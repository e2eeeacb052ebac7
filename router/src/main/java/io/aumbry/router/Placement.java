package io.aumbry.router;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.policy.PartitionChoice;
import io.aumbry.router.policy.Suspects;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Chooses partitions for new blobs in the newest view. Shared by all loops. */
final class Placement {
  private static final Duration AVOIDANCE = Duration.ofSeconds(10);

  private final Nodes nodes;
  private final Time time;
  private final RandomGenerator random;
  private final Suspects<Integer> failed = new Suspects<>(AVOIDANCE);
  private final Counter retried;

  /** The choice in the newest view; replaced whole by the source of views alone. */
  private volatile PartitionChoice latest;

  Placement(
      ClusterViews views,
      Nodes nodes,
      int writeQuorum,
      Time time,
      RandomGenerator random,
      MetricRegistry metrics) {
    this.nodes = nodes;
    this.time = time;
    this.random = random;
    this.retried = metrics.counter("router.put.partition_retries");
    this.latest = new PartitionChoice(views.current(), writeQuorum);
    views.subscribe(view -> latest = new PartitionChoice(view, writeQuorum));
  }

  /**
   * A writable partition; empty when there is none.
   *
   * @param tried partitions not to choose again
   */
  Optional<Partition> choose(Set<Integer> tried) {
    PartitionChoice choice = latest;
    long now = time.monotonicNanos();
    int local = choice.view().local().id();
    return choice.choose(random, p -> tried.contains(p.id()), p -> isUnhealthy(p, local, now));
  }

  /** A chunk could not be put there. */
  void failed(int partition) {
    failed.failed(partition, time.monotonicNanos());
  }

  /** A chunk goes to a second partition. */
  void retried() {
    retried.inc();
  }

  private boolean isUnhealthy(Partition partition, int local, long now) {
    return failed.isSuspect(partition.id(), now) || hasSuspect(partition, local);
  }

  private boolean hasSuspect(Partition partition, int local) {
    for (Replica replica : partition.replicas()) {
      if (replica.node().dataCenter() == local && nodes.isSuspect(replica)) {
        return true;
      }
    }
    return false;
  }
}
