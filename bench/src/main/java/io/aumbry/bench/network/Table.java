package io.aumbry.bench.network;

import java.util.List;
import java.util.Locale;

/**
 * Words and numbers in lines.
 *
 * @param words how many columns at the left are words; the others are numbers
 */
record Table(List<String> heads, int words, List<List<String>> lines) {
  Table {
    heads = List.copyOf(heads);
    lines = lines.stream().map(List::copyOf).toList();
  }

  /** With so many digits; a dash for what is not a number. */
  static String number(double value, int digits) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? "–"
        : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
