package io.aumbry.catalog.upload;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The id of an upload, which clients cannot guess.
 *
 * @param uuid version 7, which sorts by creation time
 */
public record UploadId(UUID uuid) implements Comparable<UploadId> {
  /** In bytes. */
  public static final int SIZE = 16;

  /** In characters. */
  public static final int TEXT_LENGTH = 2 * SIZE;

  private static final HexFormat HEX = HexFormat.of();
  private static final int TIME_SHIFT = 16;

  public UploadId {
    if (!isLegal(uuid)) {
      throw new IllegalArgumentException("upload id " + uuid + " is not a UUID of version 7");
    }
  }

  private static boolean isLegal(UUID uuid) {
    return uuid.version() == 7 && uuid.variant() == 2;
  }

  /**
   * Creates an id.
   *
   * @param wallMillis creation time
   * @param random unpredictable
   */
  public static UploadId create(long wallMillis, RandomGenerator random) {
    long high = (wallMillis << TIME_SHIFT) | 0x7000 | (random.nextLong() & 0x0FFF);
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UploadId(new UUID(high, low));
  }

  /** Reads the form of {@link #toString}. Empty if no upload has this id. */
  public static Optional<UploadId> parse(String text) {
    boolean isHex = text.chars().allMatch(HexFormat::isHexDigit);
    return text.length() == TEXT_LENGTH && isHex
        ? Optional.of(uuid(HEX.parseHex(text)))
            .filter(UploadId::isLegal)
            .map(UploadId::new)
            .filter(id -> id.toString().equals(text))
        : Optional.empty();
  }

  /** Reads the form of {@link #bytes}. */
  public static UploadId read(byte[] bytes) {
    return new UploadId(uuid(bytes));
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** {@value #SIZE} bytes in the order of ids. */
  public byte[] bytes() {
    return ByteBuffer.allocate(SIZE)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  /** Wall time of the creation. */
  public long createdMillis() {
    return uuid.getMostSignificantBits() >>> TIME_SHIFT;
  }

  @Override
  public int compareTo(UploadId other) {
    return Arrays.compareUnsigned(bytes(), other.bytes());
  }

  /** {@value #TEXT_LENGTH} hexadecimal digits. */
  @Override
  public String toString() {
    return HEX.formatHex(bytes());
  }
}
