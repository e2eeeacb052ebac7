package io.aumbry.tests.simulation.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The code that each run reached, and the code that no run has reached. */
public final class ReachedCode {
  private final List<Probe> probes;
  private final int[] sum;

  /** Requires a JVM that counts. */
  public ReachedCode() {
    if (!Coverage.isCounting()) {
      throw new IllegalStateException(
          "needs a JVM with instrumented classes and -D" + Probes.COUNTING + "=true");
    }
    this.probes = ProbeMap.ofClassPath().probes();
    this.sum = new int[probes.size()];
  }

  public void begin() {
    Coverage.reset();
  }

  /**
   * Ends a run.
   *
   * @return one number for each reached probe and the order of magnitude of its count
   */
  public Set<Long> end() {
    int[] hits = Coverage.hits();
    Set<Long> reached = new HashSet<>();
    for (int i = 0; i < hits.length; i++) {
      if (hits[i] > 0) {
        sum[i] = 1;
        reached.add((long) i << Integer.SIZE | bucket(hits[i]));
      }
    }
    return reached;
  }

  /** Returns 1, 2 and 3 for these counts, and then one bucket for each factor of four. */
  private static int bucket(int hits) {
    return hits <= 3 ? hits : 2 + (Integer.SIZE - Integer.numberOfLeadingZeros(hits)) / 2;
  }

  /**
   * Returns a line for each class with code that never ran: its methods and branches that never
   * ran.
   */
  public List<String> never() {
    Map<String, Set<String>> missing = new TreeMap<>();
    Map<String, Integer> ran = new TreeMap<>();
    boolean isEntered = false;
    for (int i = 0; i < sum.length; i++) {
      Probe probe = probes.get(i);
      boolean isEntry = probe.kind() == Probe.Kind.ENTRY;
      // The entry of a method that never ran stands for its branches.
      isEntered = isEntry ? sum[i] > 0 : isEntered;
      String type = probe.type().replaceAll("\\$.*", "");
      ran.merge(type, sum[i], Integer::sum);
      if (sum[i] == 0 && (isEntry || isEntered)) {
        missing.computeIfAbsent(type, _ -> new LinkedHashSet<>()).add(place(probe));
      }
    }
    List<String> lines = new ArrayList<>();
    missing.forEach((type, places) ->
        lines.add(
            type
                + (ran.getOrDefault(type, 0) == 0
                    ? ": never ran"
                    : ": " + String.join(", ", places))));
    return lines;
  }

  private static String place(Probe probe) {
    return probe.kind() == Probe.Kind.ENTRY
        ? probe.method() + "() " + probe.line()
        : probe.line() + "->" + probe.next();
  }
}
