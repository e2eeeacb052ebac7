package io.aumbry.frontend.http;

import java.util.List;

/** Entity tags in fields (RFC 9110, 8.8.3). */
public final class EntityTag {
  private EntityTag() {}

  /**
   * Whether a list of tags contains {@code tag} or is {@code *}. Parsing ends at the first
   * malformed tag.
   *
   * @param fields the values of all fields of a name
   * @param tag a strong tag with its quotes
   * @param strongly whether to ignore weak tags in the list
   */
  static boolean isIn(List<String> fields, String tag, boolean strongly) {
    for (String field : fields) {
      if (field.strip().equals("*") || isIn(field, tag, strongly)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(String field, String tag, boolean strongly) {
    int at = skipSeparators(field, 0);
    while (at < field.length()) {
      boolean weak = field.startsWith("W/", at);
      int open = weak ? at + 2 : at;
      int close = field.startsWith("\"", open) ? field.indexOf('"', open + 1) : -1;
      if (close < 0) {
        return false;
      }
      boolean same =
          close + 1 - open == tag.length() && field.regionMatches(open, tag, 0, tag.length());
      if (same && !(weak && strongly)) {
        return true;
      }
      at = skipSeparators(field, close + 1);
    }
    return false;
  }

  private static int skipSeparators(String field, int from) {
    int at = from;
    while (at < field.length() && " \t,".indexOf(field.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }
}
