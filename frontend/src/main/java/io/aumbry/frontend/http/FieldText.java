package io.aumbry.frontend.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Text in fields (RFC 9110, 5.5 and 5.6.2), and percent-encoding for other text. */
public final class FieldText {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
  private static final String UNRESERVED_MARKS = "-._~";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private FieldText() {}

  /** Whether the text can be a field name or the end of one. */
  public static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isLetterOrDigit(text.charAt(i)) && TOKEN_MARKS.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  public static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c > '~') {
        return false;
      }
    }
    return true;
  }

  /** Whether the text survives as a field value, which loses surrounding white space. */
  public static boolean survives(String text) {
    return isPlain(text)
        && (text.isEmpty()
            || (!isBlank(text.charAt(0)) && !isBlank(text.charAt(text.length() - 1))));
  }

  /** Approximates the text in one line of US-ASCII, for messages. */
  public static String flatten(String text, int maxLength) {
    int length = Math.min(text.length(), maxLength);
    StringBuilder flat = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      flat.append(c < ' ' || c == 0x7F ? ' ' : c > '~' ? '?' : c);
    }
    return flat.toString();
  }

  /** Percent-encodes the UTF-8 form, except unreserved characters (RFC 3986, 2.3). */
  public static String encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder encoded = new StringBuilder(bytes.length * 2);
    for (byte b : bytes) {
      char c = (char) (b & 0xFF);
      if (isLetterOrDigit(c) || UNRESERVED_MARKS.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        HEX.toHexDigits(encoded.append('%'), b);
      }
    }
    return encoded.toString();
  }

  /**
   * Decodes percent-encoding. Empty if the text is not US-ASCII, an escape is broken, or the bytes
   * are not UTF-8.
   *
   * @param plusIsSpace as in forms and queries
   */
  public static Optional<String> decode(String text, boolean plusIsSpace) {
    if (!isPlain(text)) {
      return Optional.empty();
    }
    if (text.indexOf('%') < 0) {
      return Optional.of(plusIsSpace ? text.replace('+', ' ') : text);
    }
    try {
      ByteBuffer encoded = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      ByteBuffer bytes = ByteBuffer.allocate(encoded.remaining());
      while (encoded.hasRemaining()) {
        byte b = encoded.get();
        bytes.put(b == '%' ? hexByte(encoded) : plusIsSpace && b == '+' ? (byte) ' ' : b);
      }
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
    } catch (CharacterCodingException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static byte hexByte(ByteBuffer from) {
    if (from.remaining() < 2) {
      throw new NumberFormatException("ends within an escape");
    }
    return (byte) (HexFormat.fromHexDigit(from.get()) << 4 | HexFormat.fromHexDigit(from.get()));
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
