package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare.Living;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/**
 * Compares a store with another replica. Calls change nothing, wait for the disk, and fail like the
 * calls of the store.
 */
public interface ReplicaComparison {
  /** Minimum number of blobs in a range of {@link #cut}, except in the last range. */
  int BLOBS_IN_RANGE = 4096;

  /** The blobs to leave out of digests, at a time since 1970. */
  Scope scope(long wallMillis);

  /**
   * Whether all replicas may have forgotten a delete of the blob, at a time since 1970. True for
   * blobs created long before.
   */
  boolean mayBeForgotten(BlobId id, long wallMillis);

  /** The first ranges of {@code within}, adjacent, with their digests. */
  List<Share> cut(IdRange within, int most, Scope scope, RequestContext context);

  /** Digests of sorted ranges; fewer than requested if they hold too many blobs. */
  List<RangeDigest> digests(List<IdRange> ranges, Scope scope, RequestContext context);

  /** The first blobs of a range, at most {@code most}. */
  Listing list(IdRange range, int most, RequestContext context);

  /**
   * The first blobs that are asked for and alive. The page may have fewer than the limit even if
   * the range has more.
   *
   * @param wallMillis blobs that expired by then are left out
   */
  BlobPage living(Living question, long wallMillis, RequestContext context);

  /** The differences to a peer's list, as far as the list extends. */
  Differences compare(IdRange range, Listing theirs, Scope scope, RequestContext context);

  /**
   * Records of blobs in the form for {@code RecordFeed.append}. Omits unknown and damaged blobs.
   *
   * @param maxBytes of records, unless a single blob has more
   */
  Recalled recall(List<BlobId> ids, int maxBytes, RequestContext context);

  record Share(IdRange range, RangeDigest digest) {}

  /**
   * The blobs of a range, for a peer.
   *
   * @param blobs in an encoding of the store
   * @param whole whether the list is complete; if not, it stops after its last blob
   */
  record Listing(Body blobs, boolean whole) {}

  /**
   * The differences from a peer, as far as they were looked for.
   *
   * @param covered the part of the range that was compared
   */
  record Differences(IdRange covered, List<Difference> found) {}

  /**
   * Records for a peer that lacks them.
   *
   * @param covered number of requested blobs that are answered, from the first
   */
  record Recalled(Body records, int covered) {}
}
