package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.BlobId;
import java.nio.ByteBuffer;

/**
 * The header of a record, as far as the rules need it, parsed without code of the product.
 *
 * @param life version of the life to which the record belongs
 * @param changedMillis creation, deletion or undeletion, by the clock of a frontend
 */
record LoggedRecord(
    long sequence, BlobId id, byte type, int life, long changedMillis, long expiryMillis) {
  static final byte PUT = 1;
  static final byte TTL_UPDATE = 2;
  static final byte DELETE = 3;

  /** Bytes of a header that {@link #read} needs. */
  static final int HEADER = 88;

  private static final long NEVER = Long.MAX_VALUE;

  /** Reads a header after its magic number was checked. */
  static LoggedRecord read(ByteBuffer header) {
    byte type = header.get(9);
    return new LoggedRecord(
        header.getLong(24),
        BlobId.read(header.duplicate().position(56)),
        type,
        header.getShort(10),
        type == TTL_UPDATE ? 0 : header.getLong(40),
        expiry(type, header.getLong(48)));
  }

  private static long expiry(byte type, long written) {
    return switch (type) {
      case TTL_UPDATE -> NEVER;
      case DELETE -> 0;
      default -> written;
    };
  }

  boolean isPut() {
    return type == PUT;
  }

  boolean isDelete() {
    return type == DELETE;
  }

  /** Whether it is the same record, whenever it became durable. */
  boolean isSame(LoggedRecord other) {
    return sequence == other.sequence
        && type == other.type
        && life == other.life
        && changedMillis == other.changedMillis
        && id.equals(other.id);
  }

  @Override
  public String toString() {
    return "record " + sequence + " (type " + type + " of " + id + ")";
  }
}
