package io.aumbry.deploy.simulate;

import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.deploy.simulate.Simulator.Reached;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A fuzzer: it keeps a plan if the run reaches code, counts or states that no earlier run has
 * reached, and tries mutations of it. Every second run is a new seed.
 *
 * <p>The search prefers the kept plan with the fewest tried mutations. It uses no randomness:
 * attempts are numbered, and a short list of numbers describes each plan.
 */
final class GuidedSearch {
  private static final int MOST_KEPT = 1_000;
  private static final int MOST_FINDINGS = 10;
  private static final int MOST_MUTATIONS = 12;

  private final Simulator.Reach reach;
  private final Consumer<String> progress;
  private final Set<Long> features = new HashSet<>();
  private final List<Kept> corpus = new ArrayList<>();
  private final List<Outcome> findings = new ArrayList<>();
  private final Set<String> kinds = new HashSet<>();
  private long nextSeed;
  private int runs;
  private int keptOfMutations;

  private static final class Kept {
    private final Plan plan;
    private int tries;

    Kept(Plan plan) {
      this.plan = plan;
    }
  }

  /**
   * @param progress receives each kept plan and each finding
   */
  GuidedSearch(Simulator.Reach reach, long firstSeed, Consumer<String> progress) {
    this.reach = reach;
    this.nextSeed = firstSeed;
    this.progress = progress;
  }

  /** Searches until {@code isOver} or until there are enough findings, and returns them. */
  List<Outcome> run(BooleanSupplier isOver) {
    while (!isOver.getAsBoolean() && findings.size() < MOST_FINDINGS) {
      judge(reach.run(next()));
    }
    return findings;
  }

  private Plan next() {
    if (runs++ % 2 == 0 || corpus.isEmpty()) {
      return Plan.whole(nextSeed++);
    }
    Kept chosen =
        corpus.reversed().stream()
            .min(Comparator.comparingInt((Kept kept) -> kept.tries))
            .orElseThrow();
    return chosen.plan.mutated(chosen.tries++);
  }

  private void judge(Reached reached) {
    Outcome outcome = reached.outcome();
    if (outcome.finding().isPresent()) {
      found(outcome, outcome.finding().get());
      return;
    }
    int before = features.size();
    features.addAll(reached.features());
    if (features.size() > before) {
      keep(outcome.plan(), features.size() - before);
    }
  }

  /** Findings that differ only in numbers or ids count once. */
  private void found(Outcome outcome, String what) {
    if (kinds.add(what.replaceAll("[A-Za-z0-9_-]{20,}|\\d+", "#"))) {
      findings.add(outcome);
      progress.accept("found: aumbry simulate " + outcome.plan() + ": " + what);
    }
  }

  private void keep(Plan plan, int gain) {
    keptOfMutations += plan.mutations().isEmpty() ? 0 : 1;
    progress.accept("kept " + plan + ": " + gain + " new");
    if (plan.mutations().size() < MOST_MUTATIONS) {
      corpus.add(new Kept(plan));
    }
    if (corpus.size() > MOST_KEPT) {
      corpus.remove(
          corpus.stream().max(Comparator.comparingInt((Kept kept) -> kept.tries)).orElseThrow());
    }
  }

  List<String> never() {
    return reach.never();
  }

  String summary() {
    return "%d runs, %d kept and %d of them mutated, %d different counts and states, %d findings"
        .formatted(runs, corpus.size(), keptOfMutations, features.size(), findings.size());
  }
}
