package io.aumbry.tests.mutation;

import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code tests/mutation [--minutes N] [PACKAGE-OR-CLASS]...}: mutates the listed classes with an
 * argument in their names, or all, and prints the surviving mutants that are not justified.
 */
public final class MutationRun {
  private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(90);

  private final Time time = new SystemTime();
  private final Pit pit;
  private final List<Justification> justifications;
  private final PrintStream out;

  private MutationRun(Pit pit, List<Justification> justifications, PrintStream out) {
    this.pit = pit;
    this.justifications = justifications;
    this.out = out;
  }

  static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> names = new ArrayList<>(List.of(arguments));
    Duration limit = DEFAULT_LIMIT;
    if (names.size() > 1 && names.getFirst().equals("--minutes")) {
      limit = Duration.ofMinutes(Long.parseLong(names.get(1)));
      names.subList(0, 2).clear();
    }
    Path root = Path.of(System.getProperty("aumbry.root", "")).toAbsolutePath();
    List<Target> targets =
        Target.read(root.resolve("tests/mutation-targets.txt")).stream()
            .map(target -> target.selected(names))
            .flatMap(Optional::stream)
            .toList();
    if (targets.isEmpty()) {
      System.err.println("tests/mutation-targets.txt has no class " + names);
      System.exit(2);
    }
    Pit pit = new Pit(root, System.getProperty("aumbry.pit", ""));
    List<Justification> justifications =
        Justification.read(root.resolve("tests/mutation-justified.txt"));
    boolean passed = new MutationRun(pit, justifications, System.out).run(targets, limit);
    System.exit(passed ? 0 : 1);
  }

  private boolean run(List<Target> targets, Duration limit) throws InterruptedException {
    long deadline = time.monotonicNanos() + limit.toNanos();
    boolean passed = true;
    out.println("| classes | mutants | killed | by time-out | justified | survived |");
    out.println("|---|--:|--:|--:|--:|--:|");
    for (Target target : targets) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - time.monotonicNanos()));
      try {
        passed &= report(target, pit.run(target, left));
      } catch (IOException e) {
        out.printf("| %s | %s | | | | |%n", names(target), e.getMessage());
        passed = false;
      }
      out.flush();
    }
    return passed;
  }

  private boolean report(Target target, List<Mutant> mutants) {
    Map<Mutant.Place, Integer> left = new HashMap<>();
    justifications.forEach(one -> left.merge(one.place(), one.count(), Integer::sum));
    List<Mutant> survivors = new ArrayList<>();
    int justified = 0;
    for (Mutant mutant : mutants) {
      if (mutant.survived() && left.getOrDefault(mutant.place(), 0) > 0) {
        left.merge(mutant.place(), -1, Integer::sum);
        justified++;
      } else if (mutant.survived() || mutant.untried()) {
        survivors.add(mutant);
      }
    }
    out.printf(
        "| %s | %d | %d | %d | %d | %d |%n",
        names(target),
        mutants.size(),
        mutants.size() - survivors.size() - justified,
        mutants.stream().filter(Mutant::timedOut).count(),
        justified,
        survivors.size());
    survivors.forEach(this::print);
    return survivors.isEmpty() && !mutants.isEmpty();
  }

  private void print(Mutant mutant) {
    Mutant.Place place = mutant.place();
    out.printf(
        "%n%s %s %s%n  %s%n  line %d: %s, %s%n%n",
        place.className(),
        place.method(),
        place.mutator(),
        place.source(),
        mutant.line(),
        mutant.description(),
        mutant.status());
  }

  private static String names(Target target) {
    return String.join(", ", target.classes()).replace("io.aumbry.", "");
  }
}
