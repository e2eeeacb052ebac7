package io.aumbry.deploy.simulate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs a whole cluster on virtual time, everything chosen by one seed. */
public interface Simulator {
  /**
   * Runs one seed to its end, or to the first thing that must never be. Callable from several
   * threads at once.
   *
   * @param trace told each event as it happens
   */
  Outcome run(long seed, Consumer<String> trace);

  /**
   * What came of a run.
   *
   * @param faults how often what was broken
   * @param finding what must never be
   */
  record Outcome(
      long seed,
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
   * @param tail the last lines for people
   */
  record Events(long hash, long steps, double virtualSeconds, List<String> tail) {}

  /**
   * What clients asked.
   *
   * @param answered as it should be
   * @param refused while something was broken
   */
  record Operations(long answered, long refused) {}
}
