package io.aumbry.catalog.name;

import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;

/**
 * A blob that has lost its name and still has to be deleted.
 *
 * @param shard 0 to {@value #SHARDS} - 1, derived from the blob id
 * @param notBeforeMillis wall time from which a worker may take it
 */
public record TrashItem(int shard, long notBeforeMillis, BlobId blob, Reason reason) {
  public static final int SHARDS = 16;

  /**
   * The delay of the delete of a replaced blob, so that a client which has just looked the name up
   * can read the blob. All replicas of a catalog must use the same delay.
   */
  public static final Duration DELAY = Duration.ofMinutes(5);

  /** How the name of the blob ended. */
  public enum Reason {
    REPLACED,
    DELETED,
    EXPIRED
  }

  public static TrashItem of(BlobId blob, Reason reason, long nowMillis) {
    long notBefore = reason == Reason.REPLACED ? nowMillis + DELAY.toMillis() : nowMillis;
    return new TrashItem(shardOf(blob), notBefore, blob, reason);
  }

  public static int shardOf(BlobId blob) {
    return (int) (blob.uuid().getLeastSignificantBits() & (SHARDS - 1));
  }
}
