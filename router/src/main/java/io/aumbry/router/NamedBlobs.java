package io.aumbry.router;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.NamedPage;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds blobs that were stored to get a name, for the sweep that deletes those without one. Calls
 * block the thread of the request.
 */
public interface NamedBlobs {
  /** The partitions in the newest view. */
  List<Integer> partitions();

  /**
   * Lists a part of a range. A blob is in the page if any replica in any data centre has it. The
   * next page begins after {@link NamedPage#upTo}; the range is complete when that is its end.
   *
   * @throws io.aumbry.protocol.error.AumbryException if any replica did not answer, because only it
   *     may have a blob
   */
  NamedPage page(int partition, IdRange range, RequestContext context);

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
