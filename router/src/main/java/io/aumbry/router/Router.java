package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Puts, gets and changes whole blobs across the replicas of a cluster, on the thread of the
 * request. What a caller cannot expect is thrown as {@link
 * io.aumbry.protocol.error.AumbryException}.
 */
public interface Router {
  /**
   * Stores a new blob and returns when all of it is as durable as was asked for: at least on disk
   * in a write quorum here. Nothing of a put that fails is ever readable, and what it left behind
   * is deleted in the background.
   *
   * @param body read to its end, but not closed
   */
  StoredBlob put(Upload upload, ByteSource body, RequestContext context);

  GetResult get(BlobId id, GetOptions options, RequestContext context);

  /**
   * In which pieces a blob is kept.
   *
   * @param options whose range is of no meaning here
   */
  ChunksResult chunks(BlobId id, GetOptions options, RequestContext context);

  /**
   * The replicas of the partition that the id of a blob names, whether it is there or not.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@code UNKNOWN_PARTITION}
   */
  List<Replica> replicas(BlobId id);

  DeleteResult delete(BlobId id, RequestContext context);

  /**
   * Gives a blob that would end by itself a life without end. Repeating it is without effect.
   *
   * @param leastLeft one that ends sooner is left as it is
   */
  KeepResult keep(BlobId id, Duration leastLeft, RequestContext context);

  /** Takes a delete back, for as long as storage nodes keep what was deleted. */
  UndeleteResult undelete(BlobId id, RequestContext context);

  /**
   * What is said of a blob before it is uploaded.
   *
   * @param account that will own it, 1 to 2^31-1
   * @param container of that account
   * @param properties their size and checksum are replaced by what really came; asked for once more
   *     when all of the body is read, when only labels and user metadata may have changed
   * @param declaredSize in bytes; a body of another size is refused with {@code SIZE_MISMATCH}
   * @param declaredChecksum CRC32C of the body; another one is refused with {@code
   *     CHECKSUM_MISMATCH}
   * @param maxSize in bytes; a larger body is refused with {@code BLOB_TOO_LARGE}
   * @param policy where it is kept; a durability that cannot be reached is refused with {@code
   *     DURABILITY_NOT_REACHED}, before the body is read if that is known then, and a class without
   *     partitions with {@code UNKNOWN_CLASS}, before that in any case
   */
  record Upload(
      int account,
      int container,
      Supplier<BlobProperties> properties,
      OptionalLong declaredSize,
      OptionalInt declaredChecksum,
      long maxSize,
      Policy policy) {
    /** One without a policy of its own, whose properties are all known beforehand. */
    public Upload(
        int account,
        int container,
        BlobProperties properties,
        OptionalLong declaredSize,
        OptionalInt declaredChecksum,
        long maxSize) {
      this(
          account,
          container,
          () -> properties,
          declaredSize,
          declaredChecksum,
          maxSize,
          Policy.DEFAULT);
    }
  }

  /**
   * What a container asks for its blobs.
   *
   * @param partitionClass of the partitions that all records of a blob go to, and no others
   * @param durability before a PUT is acknowledged
   */
  record Policy(PartitionClass partitionClass, Durability durability) {
    public static final Policy DEFAULT = new Policy(PartitionClass.DEFAULT, Durability.LOCAL);

    /** This one, with at least such a durability. */
    public Policy orMore(Durability asked) {
      return new Policy(partitionClass, durability.or(asked));
    }
  }

  /** A blob that is durable. */
  record StoredBlob(BlobId id, BlobProperties properties) {}

  /**
   * Which bytes to get ({@link ByteRange.None} for properties alone), and whether to look at what
   * is gone.
   */
  record GetOptions(ByteRange range, boolean includeDeleted, boolean includeExpired) {}
}
