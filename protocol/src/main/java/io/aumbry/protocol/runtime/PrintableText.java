package io.aumbry.protocol.runtime;

import java.util.Locale;

/** Makes text safe for a terminal, which would obey control characters in it. */
public final class PrintableText {
  private PrintableText() {}

  /** Replaces control and format characters by their code points. */
  public static String of(String text) {
    if (isPrintable(text)) {
      return text;
    }
    StringBuilder printable = new StringBuilder();
    text.codePoints()
        .forEach(point -> {
          if (isControl(point)) {
            printable.append(String.format(Locale.ROOT, "\\u{%x}", point));
          } else {
            printable.appendCodePoint(point);
          }
        });
    return printable.toString();
  }

  /** Whether a text has no control or format characters, line breaks included. */
  public static boolean isPrintable(String text) {
    return text.codePoints().noneMatch(PrintableText::isControl);
  }

  private static boolean isControl(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
