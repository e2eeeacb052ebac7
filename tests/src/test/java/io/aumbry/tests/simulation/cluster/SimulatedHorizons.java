package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** The forget horizons that a coordinator has recorded, by partition. */
final class SimulatedHorizons {
  private final Map<Integer, Long> recorded = new TreeMap<>();

  /** The partitions whose horizon was lost. */
  private final Set<Integer> lost = new TreeSet<>();

  private final BooleanSupplier stopped;
  private boolean refused;

  /**
   * @param stopped whether the coordinator is unreachable now
   */
  SimulatedHorizons(BooleanSupplier stopped) {
    this.stopped = stopped;
  }

  /**
   * Raises horizons, and returns the recorded ones of these partitions.
   *
   * @throws AumbryException when the coordinator is unreachable or refuses to record
   */
  Map<Integer, Long> raise(Map<Integer, Long> wanted) {
    if (stopped.getAsBoolean()) {
      throw new AumbryException(ErrorCode.CONNECTION_LOST, "no coordinator");
    }
    if (refused && wanted.values().stream().anyMatch(millis -> millis > 0)) {
      throw new AumbryException(ErrorCode.CONNECTION_LOST, "nothing can be recorded");
    }
    Map<Integer, Long> answer = new TreeMap<>();
    wanted.forEach((partition, millis) -> {
      if (millis > 0) {
        recorded.merge(partition, millis, Math::max);
      }
      if (recorded.containsKey(partition)) {
        answer.put(partition, recorded.getOrDefault(partition, 0L));
      }
    });
    return answer;
  }

  void refuse(boolean refuse) {
    refused = refuse;
  }

  /**
   * Loses all horizons, as a coordinator that is set up again does.
   *
   * @return whether it had any
   */
  boolean lose() {
    boolean isAny = !recorded.isEmpty();
    lost.addAll(recorded.keySet());
    recorded.clear();
    return isAny;
  }

  /** Whether nodes may know a horizon: it is recorded, or was until it was lost. */
  boolean mayBeKnown(int partition) {
    return recorded.containsKey(partition) || lost.contains(partition);
  }

  void forget(int partition) {
    recorded.remove(partition);
    lost.remove(partition);
  }

  Map<Integer, Long> copy() {
    return Map.copyOf(recorded);
  }

  void replace(Map<Integer, Long> backup) {
    recorded.clear();
    recorded.putAll(backup);
  }
}
