package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.state.StoredState;
import java.nio.ByteBuffer;

/**
 * A blob that a store knows, with its state.
 *
 * @param hasPut whether its PUT is known, with or without intact bytes
 * @param headerLength of its PUT record; 0 without bytes
 * @param contentLength 0 without bytes
 */
public record KnownBlob(
    BlobId id, StoredState state, boolean hasPut, int headerLength, int contentLength) {
  /** In bytes. */
  static final int SIZE = BlobId.SIZE + 2 * Short.BYTES + 2 * Long.BYTES + 2 * Integer.BYTES;

  private static final int DELETED = 1;
  private static final int HELD = 2;

  /** Earlier builds ignore it, and do not set it. */
  private static final int WITHOUT_PUT = 4;

  /**
   * The blob of an index entry.
   *
   * @param held whether the log has the intact bytes
   */
  public static KnownBlob of(IndexEntry entry, boolean held) {
    return new KnownBlob(
        entry.id(),
        entry.state(),
        entry.hasPut(),
        held ? entry.put().headerLength() : 0,
        held ? entry.put().contentLength() : 0);
  }

  boolean isHeld() {
    return headerLength > 0;
  }

  void write(ByteBuffer to) {
    write(to, (hasPut ? 0 : WITHOUT_PUT) | flags());
  }

  /** Writes what a digest covers, in the same form. */
  void writeDigested(ByteBuffer to) {
    write(to, flags());
  }

  private int flags() {
    return (state.deleted() ? DELETED : 0) | (isHeld() ? HELD : 0);
  }

  private void write(ByteBuffer to, int flags) {
    id.write(to);
    to.putShort((short) state.lifeVersion())
        .putShort((short) flags)
        .putLong(state.changedMillis())
        .putLong(state.expiryMillis())
        .putInt(headerLength)
        .putInt(contentLength);
  }

  /**
   * Reads a blob from a message.
   *
   * @throws IllegalArgumentException or {@code AumbryException} when the bytes are invalid
   */
  static KnownBlob read(ByteBuffer from) {
    BlobId id = BlobId.read(from);
    int lifeVersion = from.getShort();
    int flags = from.getShort();
    StoredState state =
        new StoredState(lifeVersion, (flags & DELETED) != 0, from.getLong(), from.getLong());
    boolean hasPut = (flags & WITHOUT_PUT) == 0;
    KnownBlob blob = new KnownBlob(id, state, hasPut, from.getInt(), from.getInt());
    if (blob.isHeld() != ((flags & HELD) != 0) || blob.headerLength < 0 || blob.contentLength < 0) {
      throw new IllegalArgumentException("flags " + flags + " of " + blob);
    }
    return blob;
  }
}
