package io.aumbry.tests.simulation.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The code of the product that ran in this JVM, since it started or since the last {@link #reset}.
 *
 * <p>Counts are exact only in a JVM that counts ({@code -Daumbry.probes.counting=true}) and runs
 * one simulation at a time. Otherwise a count is 0 or 1.
 */
public final class Coverage {
  private final List<Probe> probes;
  private final int[] hits;
  private final Map<String, List<Integer>> byType = new HashMap<>();

  Coverage(List<Probe> probes, int[] hits) {
    if (probes.size() != hits.length) {
      throw new IllegalArgumentException(hits.length + " counts of " + probes.size() + " probes");
    }
    this.probes = probes;
    this.hits = hits;
    for (int i = 0; i < hits.length; i++) {
      byType.computeIfAbsent(probes.get(i).type(), _ -> new ArrayList<>()).add(i);
    }
  }

  /** Whether the product's classes in this JVM are instrumented. Nothing is counted otherwise. */
  public static boolean isOn() {
    return ProbeMap.isOnClassPath();
  }

  public static Coverage ofThisJvm() {
    if (!isOn()) {
      throw new IllegalStateException(
          "the classes on the class path are not instrumented; run ./aumbry simulate");
    }
    return new Coverage(ProbeMap.ofClassPath().probes(), hits());
  }

  /**
   * Returns a copy of the counts, in the order of the probes. It is empty if nothing is counted.
   */
  public static int[] hits() {
    return Probes.hits();
  }

  /** Makes {@link CodeWatch} record for each run whether it reaches these probes. */
  public static void watch(List<Integer> probes) {
    probes.forEach(Probes::watch);
  }

  public static void reset() {
    Probes.reset();
  }

  /** Whether the counts of this JVM are exact, rather than 0 or 1. */
  public static boolean isCounting() {
    return isOn() && Probes.areCounting();
  }

  public List<Probe> probes() {
    return probes;
  }

  public int hits(int probe) {
    return hits[probe];
  }

  /**
   * Whether any method of this name ran.
   *
   * @param type binary name, as {@code io.aumbry.store.StoreDisk} or {@code a.b.Outer$Inner}
   * @throws IllegalArgumentException if no such method has a probe
   */
  public boolean ran(String type, String method) {
    return count(
            type,
            probe -> probe.method().equals(method) && probe.kind() == Probe.Kind.ENTRY,
            method)
        > 0;
  }

  /**
   * Returns how often a line was reached, including lambdas and nested classes of the type.
   *
   * @param type binary name of a top-level class
   * @throws IllegalArgumentException if no probe leads to that line
   */
  public long reached(String type, int line) {
    return count(type, probe -> leadsTo(probe, line), "line " + line);
  }

  private static boolean leadsTo(Probe probe, int line) {
    return probe.next() == line || (probe.line() == line && probe.next() == 0);
  }

  /** Returns the probes that lead to a line, including lambdas and nested classes of the type. */
  public List<Integer> leadingTo(String type, int line) {
    return family(type).filter(i -> leadsTo(probes.get(i), line)).toList();
  }

  public List<Integer> branches(String type, int line) {
    return family(type)
        .filter(i -> probes.get(i).line() == line && probes.get(i).kind() != Probe.Kind.ENTRY)
        .toList();
  }

  private long count(String type, Predicate<Probe> wanted, String place) {
    List<Integer> found = family(type).filter(i -> wanted.test(probes.get(i))).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no probe of " + type + " is at " + place);
    }
    return found.stream().mapToLong(i -> hits[i]).sum();
  }

  private Stream<Integer> family(String type) {
    return byType.entrySet().stream()
        .filter(each -> each.getKey().equals(type) || each.getKey().startsWith(type + "$"))
        .map(Map.Entry::getValue)
        .flatMap(Collection::stream)
        .sorted();
  }

  public long covered() {
    return Arrays.stream(hits).filter(count -> count > 0).count();
  }
}
