package io.aumbry.server.entropy;

import java.util.Comparator;

/**
 * When the turn of a pair to be compared comes.
 *
 * @param dueMillis wall time
 * @param isRequested whether an operator waits for the comparison; such a pair comes before all
 *     others that are due, however long they have been
 */
record ComparisonTurn(long dueMillis, boolean isRequested) implements Comparable<ComparisonTurn> {
  private static final Comparator<ComparisonTurn> ORDER =
      Comparator.comparing((ComparisonTurn turn) -> !turn.isRequested)
          .thenComparingLong(ComparisonTurn::dueMillis);

  boolean hasCome(long nowMillis) {
    return dueMillis <= nowMillis;
  }

  @Override
  public int compareTo(ComparisonTurn other) {
    return ORDER.compare(this, other);
  }
}
