package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/**
 * What a store says of its blobs, to be compared with another replica of its partition. Calls wait
 * for the disk on the thread of their request and fail as those of the store do; none of them
 * changes anything.
 */
public interface ReplicaComparison {
  /** So many blobs at least are in one range that {@link #cut} makes, unless it is the last. */
  int BLOBS_IN_RANGE = 4096;

  /** What is left out of digests that are made at a time, in milliseconds since 1970. */
  Scope scope(long wallMillis);

  /**
   * Whether a blob may have been deleted, and all replicas have forgotten it since, at a time in
   * milliseconds since 1970: that is so for those that were made long before.
   */
  boolean mayBeForgotten(BlobId id, long wallMillis);

  /** The first ranges of {@code within}, next to each other, and their digests. */
  List<Share> cut(IdRange within, int most, Scope scope, RequestContext context);

  /**
   * The digests of ranges that are in order; fewer than asked for when there is too much in them.
   */
  List<RangeDigest> digests(List<IdRange> ranges, Scope scope, RequestContext context);

  /**
   * What is known of each blob of a range, from its start on.
   *
   * @param most of blobs
   */
  Listing list(IdRange range, int most, RequestContext context);

  /** In what this store and one that has listed its blobs differ, as far as that list goes. */
  Differences compare(IdRange range, Listing theirs, Scope scope, RequestContext context);

  /**
   * All that is held of some blobs, as records that {@code BlobStore.append} takes; those that are
   * not known, or are known to be damaged, are left out.
   *
   * @param maxBytes of records, unless a single blob has more
   */
  Recalled recall(List<BlobId> ids, int maxBytes, RequestContext context);

  /** A range and what this store says of it. */
  record Share(IdRange range, RangeDigest digest) {}

  /**
   * What is known of the blobs of a range.
   *
   * @param blobs in a form of the store's own
   * @param whole whether these are all; else it goes on behind the last of them
   */
  record Listing(Body blobs, boolean whole) {}

  /**
   * In what two replicas differ.
   *
   * @param covered the part of the range that was compared
   */
  record Differences(IdRange covered, List<Difference> found) {}

  /**
   * Records of some blobs.
   *
   * @param covered so many of the blobs asked for, from the first one on
   */
  record Recalled(Body records, int covered) {}
}
