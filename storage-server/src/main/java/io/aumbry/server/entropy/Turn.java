package io.aumbry.server.entropy;

import java.util.Comparator;

/**
 * When the turn of a pair to be compared comes.
 *
 * @param dueMillis wall time
 * @param isRequested whether an operator waits for the comparison; such a pair comes before all
 *     others that are due, however long they have been
 */
record Turn(long dueMillis, boolean isRequested) implements Comparable<Turn> {
  private static final Comparator<Turn> ORDER =
      Comparator.comparing((Turn turn) -> !turn.isRequested).thenComparingLong(Turn::dueMillis);

  boolean hasCome(long nowMillis) {
    return dueMillis <= nowMillis;
  }

  @Override
  public int compareTo(Turn other) {
    return ORDER.compare(this, other);
  }
}
