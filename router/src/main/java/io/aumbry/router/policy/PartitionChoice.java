package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Chooses the partition of a new blob among the writable partitions of a class in one view. It
 * prefers partitions with all local replicas writable, then partitions without a recent failure,
 * then emptier disks.
 *
 * <p>A draw is a Metropolis walk of {@value #STEPS} random candidates (N. Metropolis et al.,
 * Equation of State Calculations by Fast Computing Machines, 1953). The walk always moves to an
 * emptier candidate. It moves to a fuller one with a probability that halves with each {@value
 * #HALF} ten-thousandths of difference, down to 1 / {@value #LEAST}. No partition gets more than
 * {@value #STEPS} times its share, and none starves.
 *
 * <p>Fullness is the mean over the disks of a partition, because a full disk that all partitions
 * share would hide the differences between the others.
 */
public final class PartitionChoice {
  /** Walks before a linear scan, which favours partitions that follow a gap. */
  private static final int WALKS = 4;

  private static final int STEPS = 4;
  private static final int HALF = 50;
  private static final int LEAST = 16;

  /**
   * Probability of a move, by the difference in fullness; the last entry is for all larger ones.
   */
  private static final double[] CHANCES = chances();

  private final PartitionFullness fullness;
  private final Candidates complete;
  private final Candidates degraded;

  private static final class Candidates {
    final List<Partition> partitions;

    /** In the order of {@link #partitions}; a walk over the partitions themselves costs more. */
    final int[] ids;

    Candidates(List<Partition> partitions) {
      this.partitions = List.copyOf(partitions);
      this.ids = partitions.stream().mapToInt(Partition::id).toArray();
    }
  }

  /**
   * Sorts the writable partitions.
   *
   * @param local the data centre of the writes
   * @param fullness read at each choice; reports of replicas that left are dropped now
   */
  public PartitionChoice(
      List<Partition> partitions, int local, int writeQuorum, PartitionFullness fullness) {
    this.fullness = fullness;
    List<Partition> whole = new ArrayList<>();
    List<Partition> others = new ArrayList<>();
    for (Partition partition : partitions) {
      fullness.keep(partition, local);
      if (partition.isWritableIn(local, writeQuorum)) {
        boolean all = partition.areAllWritableIn(local);
        (all ? whole : others).add(partition);
      }
    }
    this.complete = new Candidates(whole);
    this.degraded = new Candidates(others);
  }

  public boolean isThereAny(Predicate<Partition> fit) {
    return complete.partitions.stream().anyMatch(fit) || degraded.partitions.stream().anyMatch(fit);
  }

  /**
   * Draws a partition.
   *
   * @param excluded never chosen
   * @param avoided chosen only if there is no other
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
    if (nextFill <= fill || fill == PartitionFullness.UNKNOWN) {
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
