package io.aumbry.protocol.blob;

import java.util.UUID;

/**
 * A range of the ids of a partition in the order of their uuids, and so of creation.
 *
 * @param after exclusive
 * @param upTo inclusive
 */
public record IdRange(UUID after, UUID upTo) {
  /** Sorts before all ids. */
  public static final UUID START = new UUID(0, 0);

  public IdRange {
    if (compare(after, upTo) > 0) {
      throw new IllegalArgumentException("ids after " + after + " up to " + upTo);
    }
  }

  /** All ids created until a time, in milliseconds since 1970 by their creators' clocks. */
  public static IdRange madeUntil(long wallMillis) {
    return new IdRange(START, new UUID(Math.max(0, wallMillis) << 16 | 0xFFFF, -1));
  }

  /**
   * The range of one blob. The low half of its uuid begins with the variant, so subtracting 1 never
   * borrows.
   */
  public static IdRange of(BlobId id) {
    long low = id.uuid().getLeastSignificantBits();
    return new IdRange(new UUID(id.uuid().getMostSignificantBits(), low - 1), id.uuid());
  }

  public boolean isEmpty() {
    return after.equals(upTo);
  }

  public boolean contains(UUID uuid) {
    return compare(uuid, after) > 0 && compare(uuid, upTo) <= 0;
  }

  /** The rest of this range after {@code uuid}, which must be within it. */
  public IdRange behind(UUID uuid) {
    return new IdRange(uuid, upTo);
  }

  /** The part of this range up to and including {@code uuid}, which must be within it. */
  public IdRange endingWith(UUID uuid) {
    return new IdRange(after, uuid);
  }

  /** Compares all bits as unsigned. */
  public static int compare(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
