package io.aumbry.frontend.name;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/**
 * Blobs whose name was replaced or deleted, and parts of uploads that no object needs. The
 * transaction that removes a name or a part adds its blob here, so a blob in the trash has no name
 * and never gets one.
 */
public interface Trash {
  /**
   * A blob to delete.
   *
   * @param notBeforeMillis since 1970
   * @param hasExpired whether the name of the blob ended by its expiry, not by a change
   */
  record Row(BlobId blob, long notBeforeMillis, boolean hasExpired) {}

  /**
   * Claims rows that are due and that no other process has claimed, the oldest first.
   *
   * @param untilMillis end of the claim, after which another process may claim the rows
   */
  List<Row> claim(
      String claimant, int most, long nowMillis, long untilMillis, RequestContext context);

  /** Removes rows after their blobs were deleted. Idempotent. */
  void drop(List<BlobId> blobs, RequestContext context);

  /**
   * Adds the blobs of names that have expired, and the parts of uploads that have ended.
   *
   * @return whether more may be due
   */
  boolean addExpired(long nowMillis, RequestContext context);
}
