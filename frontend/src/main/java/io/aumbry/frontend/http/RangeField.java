package io.aumbry.frontend.http;

import io.aumbry.protocol.blob.ByteRange;
import java.util.Optional;

/** The {@code Range} field (RFC 9110, 14.2), limited to a single range of bytes. */
public final class RangeField {
  private static final String UNIT = "bytes=";

  private RangeField() {}

  /**
   * Reads {@code bytes=a-b}, {@code bytes=a-} or {@code bytes=-n}; empty for anything else. A
   * number that overflows a long means the end of the blob.
   */
  public static Optional<ByteRange> parse(String field) {
    if (!field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return Optional.empty();
    }
    String range = field.substring(UNIT.length()).strip();
    int dash = range.indexOf('-');
    if (dash < 0 || !isDigits(range, 0, dash) || !isDigits(range, dash + 1, range.length())) {
      return Optional.empty();
    }
    return range(range.substring(0, dash), range.substring(dash + 1));
  }

  private static Optional<ByteRange> range(String first, String last) {
    if (first.isEmpty()) {
      return last.isEmpty() ? Optional.empty() : Optional.of(new ByteRange.Suffix(number(last)));
    }
    if (last.isEmpty()) {
      return Optional.of(new ByteRange.From(number(first)));
    }
    return number(first) <= number(last)
        ? Optional.of(new ByteRange.FromTo(number(first), number(last)))
        : Optional.empty();
  }

  private static boolean isDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
