package io.aumbry.router;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.policy.PartitionChoice;
import io.aumbry.router.policy.PartitionTurns;
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
  private final Meter retried;

  /** Replaced whole by the source of views alone. */
  private volatile Latest latest;

  /** What there is to choose from in the newest view, and whose turn it is there. */
  private record Latest(PartitionChoice choice, PartitionTurns turns) {
    static Latest of(ClusterView view, int writeQuorum) {
      return new Latest(new PartitionChoice(view, writeQuorum), new PartitionTurns());
    }

    int local() {
      return choice.view().local().id();
    }
  }

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
    this.retried = metrics.meter("router.put.partition_retries");
    this.latest = Latest.of(views.current(), writeQuorum);
    views.subscribe(view -> latest = Latest.of(view, writeQuorum));
  }

  /** A writable partition for a record of {@code size} bytes; empty when there is none. */
  Optional<Partition> choose(int size) {
    Latest in = latest;
    long now = time.monotonicNanos();
    Optional<Partition> running =
        in.turns().join(size, now).filter(partition -> !isUnhealthy(partition, in.local(), now));
    return running.isPresent() ? running : begin(in, size, now);
  }

  private Optional<Partition> begin(Latest in, int size, long now) {
    Optional<Partition> drawn = draw(in, Set.of(), now);
    drawn.ifPresent(partition -> in.turns().begin(partition, size, now));
    return drawn;
  }

  /**
   * A writable partition for a record that failed elsewhere; empty when there is none.
   *
   * @param tried partitions not to choose again
   */
  Optional<Partition> chooseOther(Set<Integer> tried) {
    return draw(latest, tried, time.monotonicNanos());
  }

  private Optional<Partition> draw(Latest in, Set<Integer> tried, long now) {
    return in.choice()
        .choose(random, p -> tried.contains(p.id()), p -> isUnhealthy(p, in.local(), now));
  }

  /** A chunk could not be put there. */
  void failed(int partition) {
    failed.failed(partition, time.monotonicNanos());
  }

  /** A chunk goes to a second partition. */
  void retried() {
    retried.mark();
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
