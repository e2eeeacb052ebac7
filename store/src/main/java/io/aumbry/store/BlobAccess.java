package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.state.StoredState;
import java.util.Optional;

/** The operations of clients on the blobs of a store. */
public interface BlobAccess {
  WriteResult put(NewBlob blob, Body content, RequestContext context);

  /** Ends the current life of the blob at a time that this store believes. */
  WriteResult delete(BlobId id, long deletedMillis, RequestContext context);

  /**
   * Ends the given life and all earlier lives of the blob. A later life continues.
   *
   * @param deletedMillis by the clock of another node. If that is behind this one by more than
   *     {@link io.aumbry.store.compaction.Retention#clockSkew}, the delete is dated by this clock
   *     less that difference.
   */
  WriteResult deleteLife(BlobId id, int lifeVersion, long deletedMillis, RequestContext context);

  /** Removes the expiry of the blob. Has no effect if the blob does not expire. */
  WriteResult updateTtl(BlobId id, RequestContext context);

  /**
   * Starts a new life of a deleted blob. The caller names the delete, which this store need not
   * know. Changes nothing if the blob is alive in that life or a later one. Returns {@code DELETED}
   * if the retention of the delete has passed, if the new life was deleted too, or if the bytes of
   * the blob are gone.
   */
  WriteResult undelete(BlobId id, Life life, RequestContext context);

  /**
   * Like {@link #undelete}, but also records the new life if the bytes of the blob have not arrived
   * yet. The blob is alive in that life as soon as they do.
   */
  WriteResult undeleteAhead(BlobId id, Life life, RequestContext context);

  /** The state of a blob, alive or not; empty if this store has no record of it. */
  Optional<Known> look(BlobId id, RequestContext context);

  ReadResult read(BlobId id, ByteRange range, ReadOptions options, RequestContext context);

  /**
   * The properties of a new blob.
   *
   * @param creationMillis since 1970
   * @param expiryMillis since 1970, or {@link io.aumbry.protocol.blob.Expiry#NEVER}
   * @param metadata opaque to the store
   */
  record NewBlob(
      BlobId id,
      long creationMillis,
      long expiryMillis,
      Buffer metadata,
      BlockChecksums checksums) {}

  /**
   * The kinds of blobs that a read returns.
   *
   * @param includeDeleted also deleted lives
   * @param includeExpired also expired blobs
   * @param firstLife earlier lives count as deleted
   */
  record ReadOptions(boolean includeDeleted, boolean includeExpired, int firstLife) {
    public static final ReadOptions LIVE = new ReadOptions(false, false);

    public ReadOptions(boolean includeDeleted, boolean includeExpired) {
      this(includeDeleted, includeExpired, 0);
    }

    boolean hides(StoredState state) {
      return !includeDeleted && (state.deleted() || state.lifeVersion() < firstLife);
    }
  }
}
