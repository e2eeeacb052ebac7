package io.aumbry.catalog.name;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Immutable bytes of a key, prefix or delimiter. They are ordered as unsigned bytes, so that the
 * order is the same in each database, whatever its collation.
 */
public final class KeyBytes implements Comparable<KeyBytes> {
  public static final KeyBytes EMPTY = new KeyBytes(new byte[0]);

  private static final int HIGHEST = 0xFF;

  private final byte[] bytes;

  private KeyBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static KeyBytes of(byte[] bytes) {
    return new KeyBytes(bytes.clone());
  }

  /** Encodes a text in UTF-8. */
  public static KeyBytes of(String text) {
    return new KeyBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** Decodes UTF-8. Bytes that are not UTF-8 become U+FFFD. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public boolean startsWith(KeyBytes prefix) {
    return bytes.length >= prefix.bytes.length
        && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
  }

  /**
   * The index after the first occurrence of {@code part} at or after an index; -1 if there is none
   * or {@code part} is empty.
   */
  private int endOf(KeyBytes part, int from) {
    int length = part.bytes.length;
    for (int i = from; length > 0 && i + length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + length, part.bytes, 0, length)) {
        return i + length;
      }
    }
    return -1;
  }

  public KeyBytes plus(KeyBytes other) {
    byte[] both = Arrays.copyOf(bytes, bytes.length + other.bytes.length);
    System.arraycopy(other.bytes, 0, both, bytes.length, other.bytes.length);
    return new KeyBytes(both);
  }

  public KeyBytes prefix(int length) {
    return new KeyBytes(Arrays.copyOf(bytes, length));
  }

  /** The least bytes that are above these: a zero byte is added. */
  public KeyBytes next() {
    return new KeyBytes(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /** These bytes up to the end of the first delimiter at or after an index, if there is one. */
  public Optional<KeyBytes> groupBy(KeyBytes delimiter, int from) {
    int end = endOf(delimiter, from);
    return end < 0 ? Optional.empty() : Optional.of(prefix(end));
  }

  /**
   * The least bytes that are above all bytes with this prefix: the last byte that can grow is
   * incremented, and the bytes after it are cut.
   *
   * @throws IllegalArgumentException if no bytes are above, because there are none, or each is 0xFF
   */
  public KeyBytes successor() {
    int last = bytes.length - 1;
    while (last >= 0 && (bytes[last] & HIGHEST) == HIGHEST) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("no bytes are above all bytes that begin with " + this);
    }
    byte[] next = Arrays.copyOf(bytes, last + 1);
    next[last]++;
    return new KeyBytes(next);
  }

  public boolean hasSuccessor() {
    for (byte each : bytes) {
      if ((each & HIGHEST) != HIGHEST) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int compareTo(KeyBytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyBytes key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "'" + text() + "'";
  }
}
