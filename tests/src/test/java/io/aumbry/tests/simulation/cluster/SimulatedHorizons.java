package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The forget horizons that a coordinator has on disk, by partition. */
final class SimulatedHorizons {
  private final Map<Integer, Long> recorded = new TreeMap<>();
  private final BooleanSupplier stopped;
  private boolean refused;

  /**
   * No horizons.
   *
   * @param stopped whether the coordinator cannot be reached now
   */
  SimulatedHorizons(BooleanSupplier stopped) {
    this.stopped = stopped;
  }

  /**
   * Raises them, and answers the recorded ones of these partitions.
   *
   * @throws AumbryException when the coordinator cannot be reached, or records nothing
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

  /** Whether they can be read, but not raised. */
  void refuse(boolean refuse) {
    refused = refuse;
  }

  /** Loses them, as a coordinator that is set up again does; answers whether it had any. */
  boolean lose() {
    boolean isAny = !recorded.isEmpty();
    recorded.clear();
    return isAny;
  }

  /** The recorded horizons by partition. */
  Map<Integer, Long> copy() {
    return Map.copyOf(recorded);
  }

  /** The coordinator is restored from a backup. */
  void replace(Map<Integer, Long> backup) {
    recorded.clear();
    recorded.putAll(backup);
  }
}
