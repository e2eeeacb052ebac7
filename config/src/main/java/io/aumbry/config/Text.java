package io.aumbry.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests the intended word for a mistyped one. */
public final class Text {
  private Text() {}

  /** The most similar candidate, if at most a third of the letters of {@code word} differ. */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    int tolerated = Math.max(1, word.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= tolerated)
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The restricted Damerau-Levenshtein distance: insertions, deletions, replacements, and swaps of
   * neighbours.
   */
  static int distance(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : cheapest(rows, a, b, i, j);
      }
    }
    return rows[a.length()][b.length()];
  }

  /** The distance of the first {@code i} and {@code j} letters, from those of shorter prefixes. */
  private static int cheapest(int[][] rows, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int replaced = rows[i - 1][j - 1] + (same ? 0 : 1);
    int moved = 1 + Math.min(rows[i - 1][j], rows[i][j - 1]);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    int best = Math.min(replaced, moved);
    return swapped ? Math.min(best, 1 + rows[i - 2][j - 2]) : best;
  }
}
