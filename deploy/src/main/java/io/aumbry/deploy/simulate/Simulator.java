package io.aumbry.deploy.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs a whole cluster on virtual time, everything chosen by one seed. */
public interface Simulator {
  /** Begins the names of aims among the faults of an outcome, which are not faults of their own. */
  String AIM = "at ";

  /**
   * Runs it to its end, or to the first thing that must never be. Callable from several threads at
   * once.
   *
   * @param trace told each event as it happens
   */
  Outcome run(Plan plan, Consumer<String> trace);

  /**
   * Runs that tell which code and which states they reach. They must not run side by side.
   *
   * @throws IllegalStateException in a JVM that counts nothing
   */
  default Reach reach() {
    throw new IllegalStateException("this simulator counts nothing");
  }

  /**
   * The thresholds of the product that a run may cross: times and sizes at which the product
   * changes what it does.
   */
  default List<String> thresholds() {
    return List.of();
  }

  /** Runs, and the code and states that they reach. */
  interface Reach {
    /** Runs a plan to its end or to its first finding. */
    Reached run(Plan plan);

    /** The code that no run has reached so far, in lines. */
    List<String> never();
  }

  /**
   * A run and the code and states that it reached.
   *
   * @param features one number for each; equal numbers mean the same in all runs of a JVM
   */
  record Reached(Outcome outcome, Set<Long> features) {}

  /**
   * What is to be run. What is left out of it leaves the rest as it is, up to the order in which
   * threads run.
   *
   * @param seed of which all is chosen
   * @param mutations numbers of the changes that are made to it, one after the other
   * @param faults that happen, of those chosen
   * @param operations of clients that happen
   */
  record Plan(long seed, List<Integer> mutations, NumberSet faults, NumberSet operations) {
    public Plan {
      mutations = List.copyOf(mutations);
    }

    /** All that the seed chooses. */
    public static Plan whole(long seed) {
      return new Plan(seed, List.of(), NumberSet.all(), NumberSet.all());
    }

    /** The whole run with one more change. */
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
   * How many parts a run has; some of them may not have come about.
   *
   * @param faults numbered from 0
   * @param operations numbered from 0
   */
  record Size(int faults, int operations) {}

  /**
   * What came of a run.
   *
   * @param faults how often what was broken
   * @param crossed of {@link #thresholds}, those that the run crossed
   * @param finding what must never be
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
   * What happened.
   *
   * @param hash of all, in order: two runs of a seed have the same
   * @param steps of threads and timers
   * @param virtualSeconds that went by
   * @param idleSeconds of these, those in which nobody asked anything and nothing broke
   * @param preemptions of threads at accesses to shared state
   * @param tail the last lines for people
   */
  record Events(
      long hash,
      long steps,
      double virtualSeconds,
      double idleSeconds,
      long preemptions,
      List<String> tail) {}

  /**
   * What clients asked.
   *
   * @param answered as it should be
   * @param underFaults of these, those that ended after a first fault
   * @param refused while something was broken
   */
  record Operations(long answered, long underFaults, long refused) {}
}
