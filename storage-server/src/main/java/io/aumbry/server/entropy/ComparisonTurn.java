package io.aumbry.server.entropy;

import java.util.Comparator;

/**
 * The due time of a pair. Pairs that an operator waits for precede all others that are due.
 *
 * @param dueMillis wall time
 * @param isRequested whether an operator waits for the comparison
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
