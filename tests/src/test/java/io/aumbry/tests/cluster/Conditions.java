package io.aumbry.tests.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What goes wrong around a {@link GeoLoad} at the moment, as far as its clients may notice. */
final class Conditions {
  private final Set<Integer> unsteady = ConcurrentHashMap.newKeySet();
  private volatile boolean fine = true;
  private volatile Duration clockError = Duration.ZERO;

  /** Whether the network between data centres is well. */
  boolean isFine() {
    return fine;
  }

  void setFine(boolean fine) {
    this.fine = fine;
  }

  /**
   * Whether the frontend of a data centre has been there, and has known what it was told, since.
   */
  boolean isSteady(int place) {
    return !unsteady.contains(place);
  }

  /** From now on the frontend of a data centre may end at any time. */
  void unsettle(int place) {
    unsteady.add(place);
  }

  /** How far two clocks are apart, at most. */
  Duration clockError() {
    return clockError;
  }

  /** From now on one more clock is wrong by so much. */
  void addClockError(Duration more) {
    clockError = clockError.plus(more);
  }

  /** All is well, and stays so. */
  void settle() {
    fine = true;
    clockError = Duration.ZERO;
    unsteady.clear();
  }
}
