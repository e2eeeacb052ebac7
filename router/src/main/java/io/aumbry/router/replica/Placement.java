package io.aumbry.router.replica;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.policy.PartitionChoice;
import io.aumbry.router.policy.PartitionFullness;
import io.aumbry.router.policy.PartitionTurns;
import io.aumbry.router.policy.Suspects;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Chooses partitions for new blobs in the newest view. Shared by all loops. */
public final class Placement {
  private final StorageNodes nodes;
  private final Time time;
  private final RandomGenerator random;
  private final Suspects<Integer> failed;
  private final Counter retried;

  /** Replaced as a whole, only by the source of views. */
  private volatile Latest latest;

  private record Latest(int local, Map<PartitionClass, Pool> pools) {
    static Latest of(ClusterView view, int writeQuorum, PartitionFullness fullness) {
      int local = view.local().id();
      Map<PartitionClass, Pool> pools = new HashMap<>();
      view.partitions().stream()
          .collect(Collectors.groupingBy(Partition::partitionClass))
          .forEach((each, partitions) ->
              pools.put(
                  each,
                  new Pool(
                      new PartitionChoice(partitions, local, writeQuorum, fullness),
                      new PartitionTurns())));
      return new Latest(local, pools);
    }

    Optional<Pool> pool(PartitionClass of) {
      return Optional.ofNullable(pools.get(of));
    }
  }

  private record Pool(PartitionChoice choice, PartitionTurns turns) {}

  public Placement(
      ClusterViews views,
      StorageNodes nodes,
      RouterConfig config,
      Time time,
      RandomGenerator random,
      Metrics metrics) {
    int writeQuorum = config.writeQuorum();
    this.failed = new Suspects<>(config.tuning().avoidance());
    this.nodes = nodes;
    this.time = time;
    this.random = random;
    this.retried =
        metrics.counter(
            "aumbry_router_put_partition_retries_total",
            "Chunks written to another partition after the first one failed");
    this.latest = Latest.of(views.current(), writeQuorum, nodes.fullness());
    views.subscribe(view -> latest = Latest.of(view, writeQuorum, nodes.fullness()));
  }

  /**
   * Chooses a partition for a new blob.
   *
   * @param fit which partitions are allowed
   */
  public Optional<Partition> choose(PartitionClass of, int size, Predicate<Partition> fit) {
    Latest in = latest;
    return in.pool(of).flatMap(pool -> choose(in, pool, size, fit));
  }

  /**
   * A server begins a turn with the partition that other servers with the same view choose at this
   * time, if it has a replica of it. The groups of these servers are then one for each disk. Other
   * processes choose on their own, so a partition has few turns at a time.
   */
  private Optional<Partition> choose(Latest in, Pool pool, int size, Predicate<Partition> fit) {
    long now = time.monotonicNanos();
    long wall = time.wallMillis();
    Optional<Partition> running =
        pool.turns()
            .join(size, wall)
            .filter(partition -> !isUnhealthy(partition, in.local(), now) && fit.test(partition));
    if (running.isPresent()) {
      return running;
    }
    Optional<Partition> drawn =
        Optional.of(pool.turns().shared(wall))
            .filter(_ -> PartitionTurns.isSmall(size))
            .flatMap(same -> draw(in, pool, fit, same, now))
            .filter(partition -> isHere(partition, in.local()))
            .or(() -> draw(in, pool, fit, random, now));
    drawn.ifPresent(partition -> pool.turns().begin(partition, size, wall));
    return drawn;
  }

  private boolean isHere(Partition partition, int local) {
    return partition.replicasIn(local).stream().anyMatch(nodes::isInProcess);
  }

  /** Whether the class has no partitions at all, although the view has partitions. */
  public boolean isUnknown(PartitionClass partitionClass) {
    Map<PartitionClass, Pool> pools = latest.pools();
    return !pools.isEmpty() && !pools.containsKey(partitionClass);
  }

  public boolean isThereAny(PartitionClass of, Predicate<Partition> fit) {
    return latest.pool(of).filter(pool -> pool.choice().isThereAny(fit)).isPresent();
  }

  /** For a record that another partition failed to take. */
  public Optional<Partition> chooseOther(PartitionClass of, Predicate<Partition> fit) {
    Latest in = latest;
    return in.pool(of).flatMap(pool -> draw(in, pool, fit, random, time.monotonicNanos()));
  }

  private Optional<Partition> draw(
      Latest in, Pool pool, Predicate<Partition> fit, RandomGenerator by, long now) {
    return pool.choice().choose(by, fit.negate(), p -> isUnhealthy(p, in.local(), now));
  }

  public void failed(int partition) {
    failed.failed(partition, time.monotonicNanos());
  }

  public void retried() {
    retried.increment();
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
