package io.aumbry.frontend.access.sigv4;

import java.nio.charset.StandardCharsets;

/**
 * The percent-encoding of canonical requests. Bytes other than {@code A-Z a-z 0-9 - . _ ~} are
 * encoded with upper-case digits. A plus sign is a plus sign.
 */
final class UriText {
  private static final String DIGITS = "0123456789ABCDEF";

  private UriText() {}

  /** Decodes {@code raw} once and appends its canonical encoding. */
  static void appendCanonical(StringBuilder out, String raw, boolean keepSlash) {
    int at = 0;
    while (at < raw.length()) {
      int escaped = escapedByte(raw, at);
      int value = escaped < 0 ? raw.charAt(at) & 0xFF : escaped;
      append(out, value, keepSlash);
      at += escaped < 0 ? 1 : 3;
    }
  }

  static String canonical(String raw) {
    StringBuilder out = new StringBuilder(raw.length());
    appendCanonical(out, raw, false);
    return out.toString();
  }

  /** Encodes text that is not encoded yet. */
  static String encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder(bytes.length);
    for (byte value : bytes) {
      append(out, value & 0xFF, false);
    }
    return out.toString();
  }

  /** Decodes text. A percent sign without two digits stands for itself. */
  static String decode(String raw) {
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    byte[] bytes = new byte[raw.length()];
    int length = 0;
    int at = 0;
    while (at < raw.length()) {
      int escaped = escapedByte(raw, at);
      bytes[length++] = (byte) (escaped < 0 ? raw.charAt(at) : escaped);
      at += escaped < 0 ? 1 : 3;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static void append(StringBuilder out, int value, boolean keepSlash) {
    if (isUnreserved(value) || (keepSlash && value == '/')) {
      out.append((char) value);
    } else {
      out.append('%').append(DIGITS.charAt(value >> 4)).append(DIGITS.charAt(value & 0xF));
    }
  }

  private static boolean isUnreserved(int value) {
    return (value >= 'a' && value <= 'z')
        || (value >= 'A' && value <= 'Z')
        || (value >= '0' && value <= '9')
        || value == '-'
        || value == '.'
        || value == '_'
        || value == '~';
  }

  /** The byte of the escape at {@code at}, or -1. */
  private static int escapedByte(String raw, int at) {
    if (raw.charAt(at) != '%' || at + 2 >= raw.length()) {
      return -1;
    }
    int high = digit(raw.charAt(at + 1));
    int low = digit(raw.charAt(at + 2));
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  private static int digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    char lower = (char) (c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }
}
