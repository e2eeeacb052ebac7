package io.aumbry.protocol.blob;

import java.util.UUID;

/**
 * Ids of a partition in the order of their uuids, so of their making: those behind {@code after},
 * up to {@code upTo} and with it.
 */
public record IdRange(UUID after, UUID upTo) {
  /** Before all ids. */
  public static final UUID START = new UUID(0, 0);

  public IdRange {
    if (compare(after, upTo) > 0) {
      throw new IllegalArgumentException("ids after " + after + " up to " + upTo);
    }
  }

  /**
   * All ids that were made up to a time, in milliseconds since 1970, by the clocks of their makers.
   */
  public static IdRange madeUntil(long wallMillis) {
    return new IdRange(START, new UUID(Math.max(0, wallMillis) << 16 | 0xFFFF, -1));
  }

  /** That of one blob: the low half of its uuid begins with its variant, so it is never 0. */
  public static IdRange of(BlobId id) {
    long low = id.uuid().getLeastSignificantBits();
    return new IdRange(new UUID(id.uuid().getMostSignificantBits(), low - 1), id.uuid());
  }

  /** Whether no id can be in it. */
  public boolean isEmpty() {
    return after.equals(upTo);
  }

  public boolean contains(UUID uuid) {
    return compare(uuid, after) > 0 && compare(uuid, upTo) <= 0;
  }

  /** The part of this that begins behind {@code uuid}, which is within. */
  public IdRange behind(UUID uuid) {
    return new IdRange(uuid, upTo);
  }

  /** The part of this that ends with {@code uuid}, which is within. */
  public IdRange endingWith(UUID uuid) {
    return new IdRange(after, uuid);
  }

  /** The order of ids: by all bits, without a sign. */
  public static int compare(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
