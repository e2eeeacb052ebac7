package io.aumbry.deploy.simulate;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Reduces a run with a finding: it leaves out faults and operations while the rest still has a
 * finding, possibly another one. After A. Zeller and R. Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", 2002.
 */
final class Shrinker {
  private final Simulator simulator;
  private final int mostRuns;
  private final Consumer<String> progress;
  private Outcome best;
  private int runs;

  /**
   * @param found outcome of the whole run
   * @param mostRuns limit of runs
   */
  Shrinker(Simulator simulator, Outcome found, int mostRuns, Consumer<String> progress) {
    this.simulator = simulator;
    this.best = found;
    this.mostRuns = mostRuns;
    this.progress = progress;
  }

  Outcome shrink() {
    BitSet faults = chosen(best.plan().faults(), best.size().faults());
    BitSet operations = chosen(best.plan().operations(), best.size().operations());
    int before;
    do {
      before = faults.cardinality() + operations.cardinality();
      NumberSet keptOperations = NumberSet.of(operations);
      faults = smaller(faults, part -> plan(NumberSet.of(part), keptOperations));
      NumberSet keptFaults = NumberSet.of(faults);
      operations = smaller(operations, part -> plan(keptFaults, NumberSet.of(part)));
    } while (faults.cardinality() + operations.cardinality() < before && runs < mostRuns);
    return best;
  }

  private static BitSet chosen(NumberSet numbers, int count) {
    BitSet chosen = new BitSet();
    IntStream.range(0, count).filter(numbers::contains).forEach(chosen::set);
    return chosen;
  }

  private Plan plan(NumberSet faults, NumberSet operations) {
    return best.plan().with(faults, operations);
  }

  /** Tries to leave out each half, each quarter, and at last each single part. */
  private BitSet smaller(BitSet all, Function<BitSet, Plan> plan) {
    BitSet kept = all;
    for (int part = all.cardinality(); part > 0; part /= 2) {
      for (int left = kept.cardinality(); left > 0 && runs < mostRuns; left -= part) {
        BitSet less = without(kept, Math.max(0, left - part), Math.min(part, left));
        if (finds(plan.apply(less))) {
          kept = less;
        }
      }
    }
    return kept;
  }

  /** Leaves out {@code count} parts, starting with the {@code from}th. */
  private static BitSet without(BitSet all, int from, int count) {
    BitSet less = new BitSet();
    int[] numbers = all.stream().toArray();
    for (int i = 0; i < numbers.length; i++) {
      less.set(numbers[i], i < from || i >= from + count);
    }
    return less;
  }

  private boolean finds(Plan plan) {
    runs++;
    Outcome outcome = simulator.run(plan, line -> {});
    if (outcome.finding().isEmpty()) {
      return false;
    }
    best = outcome;
    progress.accept("run " + runs + " has a finding with " + plan);
    return true;
  }
}
