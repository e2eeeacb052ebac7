package io.aumbry.deploy.simulate;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aumbry simulate}. */
@Command(
    name = "simulate",
    description = {
      "Runs a whole cluster on virtual time under faults, each run from one seed.",
      "Ends at the first run with a finding, and prints its seed. The same seed of the same build"
          + " gives the same run, event for event. Needs a checkout of the sources."
    },
    mixinStandardHelpOptions = true)
public final class SimulateCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 200;
  private static final double SECONDS_PER_MINUTE = 60;
  private static final List<String> FOR_ONE =
      List.of("--trace", "--shrink", "--faults", "--operations", "--mutations");
  private static final List<String> FOR_MANY =
      List.of("--seeds", "--first-seed", "--hours", "--threads", "--guided", "--minutes");

  /** Options of a batch of seeds that a guided search does not take. */
  private static final List<String> UNGUIDED = List.of("--seeds", "--hours", "--threads");

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Run only this seed and print the outcome")
  private @Nullable Long seed;

  @Option(names = "--trace", description = "With --seed: print each event")
  private boolean trace;

  @Option(
      names = "--shrink",
      description =
          "With --seed: leave out faults and operations while there is still a finding,"
              + " and print the options of the smallest run")
  private boolean shrink;

  @Option(
      names = "--faults",
      paramLabel = "LIST",
      defaultValue = "all",
      description = "With --seed: only these faults, such as 0,4-7. Default: ${DEFAULT-VALUE}")
  private String faults = "all";

  @Option(
      names = "--operations",
      paramLabel = "LIST",
      defaultValue = "all",
      description = "With --seed: only these client operations. Default: ${DEFAULT-VALUE}")
  private String operations = "all";

  @Option(
      names = "--mutations",
      paramLabel = "LIST",
      split = ",",
      description = "With --seed: apply these mutations in order, as printed by a guided search")
  private List<Integer> mutations = List.of();

  @Option(
      names = "--guided",
      description = {
        "Search: keep the runs that reach new code or new states, and mutate their plans."
            + " At the end, print the code that no run has reached"
      })
  private boolean guided;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "With --guided: duration, more than 0. Default: ${DEFAULT-VALUE}")
  private double minutes;

  @Option(
      names = "--seeds",
      paramLabel = "COUNT",
      defaultValue = "100",
      description = "Number of seeds, 1 or more. Default: ${DEFAULT-VALUE}")
  private long seeds;

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "First seed. Default: ${DEFAULT-VALUE}")
  private long firstSeed;

  @Option(
      names = "--hours",
      paramLabel = "H",
      defaultValue = "1",
      description = "Time after which no more seeds are started. Default: ${DEFAULT-VALUE}")
  private double hours;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Parallel runs, 1 to 256. Default: the number of processors")
  private @Nullable Integer threads;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Logging.toStandardError("off");
    requireFitting();
    require(seeds >= 1, "--seeds", seeds, "1 or more");
    require(hours > 0, "--hours", hours, "more than 0");
    int side = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    require(side >= 1 && side <= 256, "--threads", side, "1 to 256");
    Optional<Simulator> simulator = ServiceLoader.load(Simulator.class).findFirst();
    if (simulator.isEmpty()) {
      print(err(), "aumbry simulate: the simulator is part of the sources; run it in a checkout");
      return ExitCode.FAILED.code();
    }
    if (guided) {
      return search(simulator.get());
    }
    if (seed == null) {
      return many(simulator.get(), side);
    }
    return one(
        simulator.get(),
        new Plan(
            seed, mutations, numbers("--faults", faults), numbers("--operations", operations)));
  }

  private NumberSet numbers(String option, String list) {
    try {
      return list.equals("all") ? NumberSet.all() : NumberSet.parse(list);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  /** Refuses options that would be ignored. */
  private void requireFitting() {
    boolean isOne = seed != null;
    require(minutes > 0, "--minutes", minutes, "more than 0");
    for (String option : guided ? UNGUIDED : List.of("--minutes")) {
      if (isGiven(option)) {
        throw new ParameterException(
            spec.commandLine(),
            option + (guided ? " cannot be used with --guided" : " needs --guided"));
      }
    }
    for (String option : isOne ? FOR_MANY : FOR_ONE) {
      if (isGiven(option)) {
        throw new ParameterException(
            spec.commandLine(), option + (isOne ? " cannot be used with --seed" : " needs --seed"));
      }
    }
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private void require(boolean holds, String option, Object value, String bounds) {
    if (!holds) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + ", must be " + bounds);
    }
  }

  private int one(Simulator simulator, Plan plan) {
    Outcome outcome = simulator.run(plan, trace ? line -> print(out(), line) : line -> {});
    if (shrink && outcome.finding().isPresent()) {
      Shrinker shrinker = new Shrinker(simulator, outcome, MOST_RUNS, line -> print(err(), line));
      outcome = shrinker.shrink();
      print(out(), "smallest: aumbry simulate " + outcome.plan());
    }
    print(
        out(),
        "seed %d: hash %016x, %d steps, %.1f virtual seconds, %d operations and %d refused, faults %s"
            .formatted(
                plan.seed(),
                outcome.events().hash(),
                outcome.events().steps(),
                outcome.events().virtualSeconds(),
                outcome.operations().answered(),
                outcome.operations().refused(),
                outcome.faults()));
    return report(Optional.of(outcome).filter(run -> run.finding().isPresent()));
  }

  private int search(Simulator simulator) {
    SystemTime time = new SystemTime();
    Duration span = Duration.ofSeconds((long) Math.ceil(minutes * SECONDS_PER_MINUTE));
    GuidedSearch search =
        new GuidedSearch(simulator.reach(), firstSeed, line -> print(out(), line));
    Deadline end = Deadline.after(span, time);
    List<Outcome> found = search.run(() -> end.hasPassed(time));
    search.never().forEach(line -> print(out(), line));
    print(out(), search.summary());
    return found.isEmpty() ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private int many(Simulator simulator, int side) throws InterruptedException {
    SystemTime time = new SystemTime();
    Duration span = Duration.ofSeconds((long) (hours * Simulations.SECONDS_PER_HOUR));
    Simulations runs =
        new Simulations(
            simulator,
            firstSeed,
            seeds,
            time,
            Deadline.after(span, time),
            line -> print(err(), line));
    long start = time.monotonicNanos();
    Optional<Outcome> found = runs.run(side);
    Duration took = Duration.ofNanos(time.monotonicNanos() - start);
    ThresholdReport thresholds = runs.thresholds();
    thresholds.lines().forEach(line -> print(out(), line));
    print(out(), runs.summary() + "; took " + took.toSeconds() + " s");
    Optional<String> missed = thresholds.failure();
    missed.ifPresent(line -> print(out(), line));
    int code = report(found);
    return missed.isPresent() ? ExitCode.FAILED.code() : code;
  }

  private int report(Optional<Outcome> found) {
    found.ifPresent(run -> {
      if (!trace) {
        run.events().tail().forEach(line -> print(out(), line));
      }
      String changes =
          run.plan().mutations().isEmpty() ? "" : " mutated by " + run.plan().mutations();
      print(out(), "seed " + run.plan().seed() + changes + ": " + run.finding().orElseThrow());
    });
    return found.isPresent() ? ExitCode.FAILED.code() : ExitCode.OK.code();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private static void print(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }
}
