package io.aumbry.router;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.policy.Fullness;
import io.aumbry.router.policy.PartitionChoice;
import io.aumbry.router.policy.PartitionTurns;
import io.aumbry.router.policy.Suspects;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
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
    static Latest of(ClusterView view, int writeQuorum, Fullness fullness) {
      return new Latest(new PartitionChoice(view, writeQuorum, fullness), new PartitionTurns());
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
    this.latest = Latest.of(views.current(), writeQuorum, nodes.fullness());
    views.subscribe(view -> latest = Latest.of(view, writeQuorum, nodes.fullness()));
  }

  /**
   * A writable partition for a record of {@code size} bytes; empty when there is none.
   *
   * @param fit of which it must be one
   */
  Optional<Partition> choose(int size, Predicate<Partition> fit) {
    Latest in = latest;
    long now = time.monotonicNanos();
    Optional<Partition> running =
        in.turns()
            .join(size, now)
            .filter(partition -> !isUnhealthy(partition, in.local(), now) && fit.test(partition));
    return running.isPresent() ? running : begin(in, size, fit, now);
  }

  /** Whether there is a writable partition that fits. */
  boolean isThereAny(Predicate<Partition> fit) {
    return latest.choice().isThereAny(fit);
  }

  private Optional<Partition> begin(Latest in, int size, Predicate<Partition> fit, long now) {
    Optional<Partition> drawn = draw(in, fit, now);
    drawn.ifPresent(partition -> in.turns().begin(partition, size, now));
    return drawn;
  }

  /**
   * A writable partition for a record that failed elsewhere; empty when there is none.
   *
   * @param fit of which it must be one
   */
  Optional<Partition> chooseOther(Predicate<Partition> fit) {
    return draw(latest, fit, time.monotonicNanos());
  }

  private Optional<Partition> draw(Latest in, Predicate<Partition> fit, long now) {
    return in.choice().choose(random, fit.negate(), p -> isUnhealthy(p, in.local(), now));
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
