package io.aumbry.tests.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The present faults around a {@link GeoLoad}, as far as its clients may notice them. */
final class Conditions {
  private final Set<Integer> unsteady = ConcurrentHashMap.newKeySet();
  private volatile boolean fine = true;
  private volatile Duration clockError = Duration.ZERO;

  boolean isFine() {
    return fine;
  }

  void setFine(boolean fine) {
    this.fine = fine;
  }

  /**
   * Whether the frontend of a data centre has been running without a restart, so that it still
   * knows its earlier answers.
   */
  boolean isSteady(int place) {
    return !unsteady.contains(place);
  }

  /** From now on the frontend of a data centre may end at any time. */
  void unsettle(int place) {
    unsteady.add(place);
  }

  Duration clockError() {
    return clockError;
  }

  void addClockError(Duration more) {
    clockError = clockError.plus(more);
  }

  void settle() {
    fine = true;
    clockError = Duration.ZERO;
    unsteady.clear();
  }
}
