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
   * @param hash of all that happened, in order: two runs of a seed have the same
   * @param steps of threads and timers
   * @param operations of clients that were answered
   * @param refused operations of clients that failed while something was broken
   * @param faults how often what was broken
   * @param finding what must never be
   * @param tail the last events
   */
  record Outcome(
      long seed,
      long hash,
      long steps,
      double virtualSeconds,
      long operations,
      long refused,
      Map<String, Integer> faults,
      Optional<String> finding,
      List<String> tail) {}
}
