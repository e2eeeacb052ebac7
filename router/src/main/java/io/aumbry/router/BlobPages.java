package io.aumbry.router;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.OptionalLong;

/**
 * Lists blobs for the sweep that deletes the ones without a name, and for the removal of deleted
 * containers. Calls block the thread of the request.
 */
public interface BlobPages {
  /** The partitions in the newest view. Empty before the first one arrives. */
  List<Integer> partitions();

  /**
   * All partitions, for work that must not miss any.
   *
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} if no view of the cluster has arrived
   */
  default List<Integer> allPartitions() {
    List<Integer> all = partitions();
    if (all.isEmpty()) {
      throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "The view has no partitions");
    }
    return all;
  }

  /**
   * Lists a part of the blobs that {@code question} asks for. A blob is in the page if any replica
   * in any data centre has it alive. The next page begins after {@link BlobPage#upTo}; the range is
   * complete when that is its end.
   *
   * @throws io.aumbry.protocol.error.AumbryException if any replica did not answer, because only it
   *     may have a blob
   */
  BlobPage page(int partition, Compare.Living question, RequestContext context);

  /**
   * The least creation time of the blobs with the flag {@code named} that this router is still
   * going to delete after a failed upload, in milliseconds since 1970.
   */
  OptionalLong oldestPending();

  /**
   * Number of such blobs that the router could not delete. They are left to a sweep. A blob is
   * counted here before {@link #oldestPending} omits it.
   */
  long leftBehind();
}
