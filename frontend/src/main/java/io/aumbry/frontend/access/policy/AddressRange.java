package io.aumbry.frontend.access.policy;

import java.util.Arrays;
import java.util.Optional;

/** A range of IP addresses, such as {@code 10.0.0.0/8}. IPv4 in IPv6 counts as IPv4. */
final class AddressRange {
  private static final int IPV4 = 4;
  private static final int IPV6 = 16;
  private static final int NARROW_IPV4 = 8;
  private static final int NARROW_IPV6 = 32;
  private static final int LONGEST = 45;

  private final byte[] address;
  private final int bits;

  private AddressRange(byte[] address, int bits) {
    this.address = address;
    this.bits = bits;
  }

  /**
   * Parses an address, or an address and the length of its prefix.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    byte[] address =
        bytes(slash < 0 ? text : text.substring(0, slash))
            .orElseThrow(
                () -> new IllegalArgumentException("'" + text + "' is no range of IP addresses"));
    int most = address.length * Byte.SIZE;
    int bits = slash < 0 ? most : number(text.substring(slash + 1), 10);
    if (bits < 0 || bits > most) {
      throw new IllegalArgumentException(
          "'%s' must have a prefix of 0 to %d bits".formatted(text, most));
    }
    return new AddressRange(address, bits);
  }

  boolean contains(String text) {
    Optional<byte[]> parsed = bytes(text);
    if (parsed.isEmpty() || parsed.get().length != address.length) {
      return false;
    }
    byte[] other = parsed.get();
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if (((address[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the range is no large part of all addresses, as S3 defines it. */
  boolean isNarrow() {
    return bits >= (address.length == IPV4 ? NARROW_IPV4 : NARROW_IPV6);
  }

  private static Optional<byte[]> bytes(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    return text.indexOf(':') < 0 ? ipv4(text) : ipv6(text).map(AddressRange::unmapped);
  }

  private static Optional<byte[]> ipv4(String text) {
    String[] parts = text.split("\\.", -1);
    byte[] address = new byte[IPV4];
    if (parts.length != IPV4) {
      return Optional.empty();
    }
    for (int i = 0; i < IPV4; i++) {
      int value = number(parts[i], 10);
      if (value < 0 || value > 255 || (parts[i].length() > 1 && parts[i].startsWith("0"))) {
        return Optional.empty();
      }
      address[i] = (byte) value;
    }
    return Optional.of(address);
  }

  private static Optional<byte[]> ipv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text).filter(bytes -> bytes.length == IPV6);
    }
    Optional<byte[]> head = groups(text.substring(0, gap));
    Optional<byte[]> tail = groups(text.substring(gap + 2));
    if (head.isEmpty() || tail.isEmpty() || head.get().length + tail.get().length >= IPV6) {
      return Optional.empty();
    }
    byte[] address = Arrays.copyOf(head.get(), IPV6);
    byte[] end = tail.get();
    System.arraycopy(end, 0, address, IPV6 - end.length, end.length);
    return Optional.of(address);
  }

  /** Groups of 16 bits with colons between; the last may be an IPv4 address. */
  private static Optional<byte[]> groups(String text) {
    if (text.isEmpty()) {
      return Optional.of(new byte[0]);
    }
    String[] parts = text.split(":", -1);
    byte[] bytes = new byte[0];
    for (int i = 0; i < parts.length; i++) {
      boolean isEmbedded = i == parts.length - 1 && parts[i].indexOf('.') >= 0;
      Optional<byte[]> group = isEmbedded ? ipv4(parts[i]) : group(parts[i]);
      if (group.isEmpty() || bytes.length + group.get().length > IPV6) {
        return Optional.empty();
      }
      int length = bytes.length;
      bytes = Arrays.copyOf(bytes, length + group.get().length);
      System.arraycopy(group.get(), 0, bytes, length, group.get().length);
    }
    return Optional.of(bytes);
  }

  private static Optional<byte[]> group(String text) {
    int value = text.length() > 4 ? -1 : number(text, 16);
    return value < 0
        ? Optional.empty()
        : Optional.of(new byte[] {(byte) (value >> Byte.SIZE), (byte) value});
  }

  private static byte[] unmapped(byte[] address) {
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return address;
      }
    }
    boolean isMapped = address[10] == -1 && address[11] == -1;
    return isMapped ? Arrays.copyOfRange(address, IPV6 - IPV4, IPV6) : address;
  }

  /** A number of digits, or -1. */
  private static int number(String text, int radix) {
    if (text.isEmpty() || text.length() > 4) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 128 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
    }
    return value;
  }
}
