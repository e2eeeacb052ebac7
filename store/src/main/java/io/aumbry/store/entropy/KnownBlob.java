package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.state.StoredState;
import java.nio.ByteBuffer;

/**
 * What one replica says of a blob.
 *
 * @param headerLength of the record with its bytes; 0 if they are not held
 * @param contentLength 0 if they are not held
 */
public record KnownBlob(BlobId id, StoredState state, int headerLength, int contentLength) {
  /** In bytes. */
  static final int SIZE = BlobId.SIZE + 2 * Short.BYTES + 2 * Long.BYTES + 2 * Integer.BYTES;

  private static final int DELETED = 1;
  private static final int HELD = 2;

  /**
   * What an entry of the index says.
   *
   * @param held whether the bytes are there
   */
  public static KnownBlob of(IndexEntry entry, boolean held) {
    return new KnownBlob(
        entry.id(),
        entry.state(),
        held ? entry.put().headerLength() : 0,
        held ? entry.put().contentLength() : 0);
  }

  boolean isHeld() {
    return headerLength > 0;
  }

  boolean isOver(Scope scope) {
    return isOver(state, scope);
  }

  /** A change whose blob has not come says nothing of an end, and counts as one that deletes. */
  public static boolean isOver(StoredState state, Scope scope) {
    boolean byAge = state.deleted() || state.expiryMillis() == StoredState.UNSAID;
    return byAge
        ? state.changedMillis() <= scope.deletedUntil()
        : state.expiryMillis() <= scope.expiredUntil();
  }

  void write(ByteBuffer to) {
    id.write(to);
    to.putShort((short) state.lifeVersion())
        .putShort((short) ((state.deleted() ? DELETED : 0) | (isHeld() ? HELD : 0)))
        .putLong(state.changedMillis())
        .putLong(state.expiryMillis())
        .putInt(headerLength)
        .putInt(contentLength);
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException or {@code AumbryException} when no replica says that
   */
  static KnownBlob read(ByteBuffer from) {
    BlobId id = BlobId.read(from);
    int lifeVersion = from.getShort();
    int flags = from.getShort();
    StoredState state =
        new StoredState(lifeVersion, (flags & DELETED) != 0, from.getLong(), from.getLong());
    KnownBlob blob = new KnownBlob(id, state, from.getInt(), from.getInt());
    if (blob.isHeld() != ((flags & HELD) != 0) || blob.headerLength < 0 || blob.contentLength < 0) {
      throw new IllegalArgumentException("flags " + flags + " of " + blob);
    }
    return blob;
  }
}
