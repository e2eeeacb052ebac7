package io.aumbry.deploy.simulate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs a whole cluster on virtual time, everything chosen by one seed. */
public interface Simulator {
  /**
   * Runs it to its end, or to the first thing that must never be. Callable from several threads at
   * once.
   *
   * @param trace told each event as it happens
   */
  Outcome run(Plan plan, Consumer<String> trace);

  /**
   * What is to be run. What is left out of it leaves the rest as it is, up to the order in which
   * threads run.
   *
   * @param seed of which all is chosen
   * @param faults that happen, of those chosen
   * @param operations of clients that happen
   */
  record Plan(long seed, Numbers faults, Numbers operations) {
    /** All that the seed chooses. */
    public static Plan whole(long seed) {
      return new Plan(seed, Numbers.all(), Numbers.all());
    }

    @Override
    public String toString() {
      return "--seed " + seed + " --faults " + faults + " --operations " + operations;
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
   * @param finding what must never be
   */
  record Outcome(
      Plan plan,
      Size size,
      Events events,
      Operations operations,
      Map<String, Integer> faults,
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
