package io.aumbry.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was meant by a mistyped one. */
public final class Text {
  private Text() {}

  /**
   * The candidate that {@code word} was probably meant to be, if one is near: at most a third of
   * its letters differ.
   */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    int tolerated = Math.max(1, word.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= tolerated)
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Letters to insert, delete or replace, or pairs of neighbours to swap: the distance of Damerau
   * and Levenshtein, in its restricted form.
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

  /** From the distances of shorter beginnings that of the first {@code i} and {@code j} letters. */
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
