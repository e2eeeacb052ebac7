package io.aumbry.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What is done to words that people typed. */
public final class Text {
  private Text() {}

  static String upperCase(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

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

  /** Levenshtein's distance: letters to insert, delete or replace. */
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
