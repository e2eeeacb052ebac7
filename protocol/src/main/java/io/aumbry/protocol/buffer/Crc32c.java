package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC32C (Castagnoli, RFC 3720 appendix B.4). It can combine the checksums of two byte runs to the
 * checksum of their concatenation.
 */
public final class Crc32c {
  /** The polynomial, bit-reversed: bit 31 is the coefficient of x^0. */
  private static final int POLYNOMIAL = 0x82F63B78;

  private static final int ONE = 1 << 31;

  /** {@code POWERS[k]} is x^(2^k) modulo the polynomial. */
  private static final int[] POWERS = powers();

  private Crc32c() {}

  /** The checksum of the remaining bytes. Does not move the position of {@code bytes}. */
  public static int of(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  /**
   * The checksum of A followed by B.
   *
   * @param lengthOfB in bytes
   */
  public static int combine(int crcOfA, int crcOfB, long lengthOfB) {
    return multiply(shift(lengthOfB), crcOfA) ^ crcOfB;
  }

  /** x^(8 * bytes): the factor of A's checksum if this number of bytes follows. */
  private static int shift(long bytes) {
    int product = ONE;
    for (int bit = 0; bit < Long.SIZE - 3; bit++) {
      if ((bytes >>> bit & 1) != 0) {
        product = multiply(POWERS[bit + 3], product);
      }
    }
    return product;
  }

  private static int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int bit = 31; bit >= 0; bit--) {
      product ^= shifted & -(a >>> bit & 1);
      shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1));
    }
    return product;
  }

  private static int[] powers() {
    int[] powers = new int[Long.SIZE];
    powers[0] = ONE >>> 1;
    for (int k = 1; k < powers.length; k++) {
      powers[k] = multiply(powers[k - 1], powers[k - 1]);
    }
    return powers;
  }
}
