package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Instant;

/**
 * A deleted container as the catalog states it. Its blobs may be removed after the retention.
 *
 * @param deletedMillis wall time of the deletion, more than 0
 * @param retentionMillis time for which the container could be restored, 0 or more
 */
public record DeletedContainer(Key key, long deletedMillis, long retentionMillis) {
  /** Container ids are unique only within their account. */
  public record Key(int account, int container) {
    /** The container of a blob. */
    public static Key of(BlobId id) {
      return new Key(id.account(), id.container());
    }

    @Override
    public String toString() {
      return "container " + container + " of account " + account;
    }
  }

  public DeletedContainer {
    if (deletedMillis < 1 || retentionMillis < 0) {
      throw new IllegalArgumentException(
          "%s was deleted at %d with a retention of %d ms, must be at least 1 and 0"
              .formatted(key, deletedMillis, retentionMillis));
    }
  }

  /**
   * Requires that the retention has ended.
   *
   * @param wallMillis by the own clock of the caller
   * @throws AumbryException {@code CONFLICT}
   */
  public void requireRetentionOver(long wallMillis) {
    if (wallMillis - deletedMillis < retentionMillis) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "The %s was deleted at %s, and its retention of %d ms is not over at %s"
              .formatted(
                  key,
                  Instant.ofEpochMilli(deletedMillis),
                  retentionMillis,
                  Instant.ofEpochMilli(wallMillis)));
    }
  }
}
