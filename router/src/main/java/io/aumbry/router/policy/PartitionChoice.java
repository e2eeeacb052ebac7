package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Where a new blob goes, in one view of the cluster: any writable partition, but rather one whose
 * local replicas can all take it than one that has a mere quorum, and rather a healthy one than one
 * that failed a short while ago.
 */
public final class PartitionChoice {
  /** Chance is tried so often before the list is walked, which favours whoever follows a gap. */
  private static final int DRAWS = 4;

  private final ClusterView view;
  private final List<Partition> complete = new ArrayList<>();
  private final List<Partition> degraded = new ArrayList<>();

  public PartitionChoice(ClusterView view, int writeQuorum) {
    this.view = view;
    int local = view.local().id();
    for (Partition partition : view.partitions()) {
      if (partition.isWritableIn(local, writeQuorum)) {
        boolean all = partition.replicasIn(local).stream().allMatch(Replica::isWritable);
        (all ? complete : degraded).add(partition);
      }
    }
  }

  /** The view that this choice is made in. */
  public ClusterView view() {
    return view;
  }

  /** Whether there is a writable partition of this kind. */
  public boolean isThereAny(Predicate<Partition> fit) {
    return complete.stream().anyMatch(fit) || degraded.stream().anyMatch(fit);
  }

  /**
   * A partition at random.
   *
   * @param excluded not to be chosen at all
   * @param avoided to be chosen only when there is no other
   */
  public Optional<Partition> choose(
      RandomGenerator random, Predicate<Partition> excluded, Predicate<Partition> avoided) {
    Predicate<Partition> healthy = p -> !excluded.test(p) && !avoided.test(p);
    return draw(complete, random, healthy)
        .or(() -> draw(degraded, random, healthy))
        .or(() -> draw(complete, random, excluded.negate()))
        .or(() -> draw(degraded, random, excluded.negate()));
  }

  private static Optional<Partition> draw(
      List<Partition> from, RandomGenerator random, Predicate<Partition> fit) {
    if (from.isEmpty()) {
      return Optional.empty();
    }
    int at = 0;
    for (int i = 0; i < DRAWS; i++) {
      at = random.nextInt(from.size());
      if (fit.test(from.get(at))) {
        return Optional.of(from.get(at));
      }
    }
    for (int i = 1; i < from.size(); i++) {
      Partition next = from.get((at + i) % from.size());
      if (fit.test(next)) {
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }
}
