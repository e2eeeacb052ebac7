package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Where a new blob goes, in one view of the cluster and one class: any writable partition, but
 * rather one whose local replicas can all take it than one that has a mere quorum, rather a healthy
 * one than one that failed a short while ago, and of those more often one whose disks are less
 * full.
 *
 * <p>How much more often is a walk of {@value #STEPS} draws: it goes on to the one drawn next if
 * that is less full, else by a chance that halves with each {@value #HALF} ten-thousandths that it
 * is fuller on the mean of its disks, down to one in {@value #LEAST}. So disks that differ by a
 * little get nearly the same, none gets more than {@value #STEPS} times its share however empty it
 * is, and none starves, whatever it said last. To one that has said nothing, or from it, the walk
 * always goes on: it gets what it would get by chance alone. (N. Metropolis et al., Equation of
 * State Calculations by Fast Computing Machines, 1953. That the mean decides, and not the fullest
 * disk, is since the sum over the disks of what is squared of each falls fastest that way, and
 * since a disk that all partitions share would hide how the others differ.)
 */
public final class PartitionChoice {
  /** So many walks are tried before the list is gone through, which favours who follows a gap. */
  private static final int WALKS = 4;

  private static final int STEPS = 4;
  private static final int HALF = 50;
  private static final int LEAST = 16;

  /** By how much fuller the next one is; the last entry is for all that is more. */
  private static final double[] CHANCES = chances();

  private final Fullness fullness;
  private final Candidates complete;
  private final Candidates degraded;

  /** Some of the partitions. */
  private static final class Candidates {
    final List<Partition> partitions;

    /** In the same order: to look at all that a walk passes by would cost more than the walk. */
    final int[] ids;

    Candidates(List<Partition> partitions) {
      this.partitions = List.copyOf(partitions);
      this.ids = partitions.stream().mapToInt(Partition::id).toArray();
    }
  }

  /**
   * The choice among the writable ones of these partitions.
   *
   * @param local the data centre in which they are to be written
   * @param fullness as it is told from now on; what it knows of replicas that are gone is forgotten
   */
  public PartitionChoice(
      List<Partition> partitions, int local, int writeQuorum, Fullness fullness) {
    this.fullness = fullness;
    List<Partition> whole = new ArrayList<>();
    List<Partition> others = new ArrayList<>();
    for (Partition partition : partitions) {
      fullness.keep(partition, local);
      if (partition.isWritableIn(local, writeQuorum)) {
        boolean all = partition.replicasIn(local).stream().allMatch(Replica::isWritable);
        (all ? whole : others).add(partition);
      }
    }
    this.complete = new Candidates(whole);
    this.degraded = new Candidates(others);
  }

  /** Whether there is a writable partition of this kind. */
  public boolean isThereAny(Predicate<Partition> fit) {
    return complete.partitions.stream().anyMatch(fit) || degraded.partitions.stream().anyMatch(fit);
  }

  /**
   * A partition by chance.
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

  private Optional<Partition> draw(
      Candidates among, RandomGenerator random, Predicate<Partition> fit) {
    List<Partition> from = among.partitions;
    if (from.isEmpty()) {
      return Optional.empty();
    }
    int at = 0;
    for (int i = 0; i < WALKS; i++) {
      at = walk(among.ids, random);
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

  private int walk(int[] ids, RandomGenerator random) {
    int at = random.nextInt(ids.length);
    int fill = fullness.mean(ids[at]);
    int steps = fullness.isEmpty() ? 1 : STEPS;
    for (int i = 1; i < steps; i++) {
      int next = random.nextInt(ids.length);
      int nextFill = fullness.mean(ids[next]);
      if (goesOn(fill, nextFill, random)) {
        at = next;
        fill = nextFill;
      }
    }
    return at;
  }

  private static boolean goesOn(int fill, int nextFill, RandomGenerator random) {
    if (nextFill <= fill || fill == Fullness.UNKNOWN) {
      return true;
    }
    return random.nextDouble() < CHANCES[Math.min(nextFill - fill, CHANCES.length - 1)];
  }

  private static double[] chances() {
    int steps = HALF * (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(LEAST));
    return IntStream.rangeClosed(0, steps)
        .mapToDouble(fuller -> Math.pow(2, -(double) fuller / HALF))
        .toArray();
  }
}
