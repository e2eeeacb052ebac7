package io.aumbry.deploy.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs a whole cluster on virtual time. One seed determines everything. */
public interface Simulator {
  /** Prefix of aims among the fault counts of an outcome. Aims are not faults. */
  String AIM = "at ";

  /**
   * Runs a plan to its end or to its first finding. Callable from several threads at once.
   *
   * @param trace receives each event as it happens
   */
  Outcome run(Plan plan, Consumer<String> trace);

  /**
   * Runs that report which code and which states they reach. They must not run in parallel.
   *
   * @throws IllegalStateException if this JVM does not measure coverage
   */
  default Reach reach() {
    throw new IllegalStateException("this simulator does not measure coverage");
  }

  /**
   * The thresholds of the product that a run may cross: times and sizes at which the product
   * changes its behaviour.
   */
  default List<String> thresholds() {
    return List.of();
  }

  interface Reach {
    Reached run(Plan plan);

    /** The code that no run has reached, as lines. */
    List<String> never();
  }

  /**
   * A run and the code and states that it reached.
   *
   * @param features one number for each; equal numbers mean the same in all runs of a JVM
   */
  record Reached(Outcome outcome, Set<Long> features) {}

  /**
   * A run. Leaving out parts does not change the others, except for the order in which threads run.
   *
   * @param seed determines all choices
   * @param mutations numbers of the mutations to apply, in order
   * @param faults the selected faults
   * @param operations the selected client operations
   */
  record Plan(long seed, List<Integer> mutations, NumberSet faults, NumberSet operations) {
    public Plan {
      mutations = List.copyOf(mutations);
    }

    public static Plan whole(long seed) {
      return new Plan(seed, List.of(), NumberSet.all(), NumberSet.all());
    }

    /** The whole run with one more mutation. */
    Plan mutated(int number) {
      List<Integer> more = new ArrayList<>(mutations);
      more.add(number);
      return new Plan(seed, more, NumberSet.all(), NumberSet.all());
    }

    Plan with(NumberSet otherFaults, NumberSet otherOperations) {
      return new Plan(seed, mutations, otherFaults, otherOperations);
    }

    /** The plan as options of the command. */
    @Override
    public String toString() {
      String changes = mutations.stream().map(String::valueOf).collect(Collectors.joining(","));
      return "--seed "
          + seed
          + (mutations.isEmpty() ? "" : " --mutations " + changes)
          + (faults.isAll() ? "" : " --faults " + faults)
          + (operations.isAll() ? "" : " --operations " + operations);
    }
  }

  /**
   * Number of parts of a run. Some of them may not have happened.
   *
   * @param faults numbered from 0
   * @param operations numbered from 0
   */
  record Size(int faults, int operations) {}

  /**
   * The outcome of a run.
   *
   * @param faults number of faults by kind
   * @param crossed the {@link #thresholds} that the run crossed
   * @param finding a violated invariant
   */
  record Outcome(
      Plan plan,
      Size size,
      Events events,
      Operations operations,
      Map<String, Integer> faults,
      Set<String> crossed,
      Optional<String> finding) {}

  /**
   * The events of a run.
   *
   * @param hash of all events in order; equal for two runs of a seed
   * @param steps of threads and timers
   * @param virtualSeconds elapsed virtual time
   * @param idleSeconds the part of it without requests and faults
   * @param preemptions of threads at accesses to shared state
   * @param tail the last events for people
   */
  record Events(
      long hash,
      long steps,
      double virtualSeconds,
      double idleSeconds,
      long preemptions,
      List<String> tail) {}

  /**
   * The operations of clients.
   *
   * @param answered correctly answered
   * @param underFaults the part of them that ended after a first fault
   * @param refused refused because of a fault
   */
  record Operations(long answered, long underFaults, long refused) {}
}
