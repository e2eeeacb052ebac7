package io.aumbry.tests.simulation.load;

import io.aumbry.deploy.simulate.Simulator;
import io.aumbry.protocol.error.AumbryException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Counts of the operations and faults of a run. */
public final class Tally {
  private final Map<String, Integer> done = new TreeMap<>();
  private final Map<String, Integer> failed = new TreeMap<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private int underFaults;
  private long freedBytes;
  private boolean over;

  boolean isOver() {
    return over;
  }

  void end() {
    over = true;
  }

  void done(String operation) {
    done.merge(operation, 1, Integer::sum);
    if (!faults.isEmpty()) {
      underFaults++;
    }
  }

  void failed(String operation, AumbryException cause) {
    failed.merge(operation + " " + cause.code(), 1, Integer::sum);
  }

  void fault(String kind) {
    faults.merge(kind, 1, Integer::sum);
  }

  void aimed(Fault.Aim aim) {
    if (aim != Fault.Aim.NONE) {
      faults.merge(Simulator.AIM + aim, 1, Integer::sum);
    }
  }

  void freed(long bytes) {
    freedBytes += bytes;
  }

  public int operations() {
    return done.values().stream().mapToInt(Integer::intValue).sum();
  }

  public int underFaults() {
    return underFaults;
  }

  public int failures() {
    return failed.values().stream().mapToInt(Integer::intValue).sum();
  }

  public Map<String, Integer> faults() {
    return Collections.unmodifiableMap(new TreeMap<>(faults));
  }

  @Override
  public String toString() {
    return "done "
        + done
        + ", failed "
        + failed
        + ", faults "
        + faults
        + ", freed by compaction "
        + freedBytes;
  }
}
