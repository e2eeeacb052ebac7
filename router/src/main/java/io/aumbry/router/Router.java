package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Stores, reads and changes blobs across the replicas of a cluster. Calls block the thread of the
 * request. Unexpected outcomes are thrown as {@link io.aumbry.protocol.error.AumbryException}.
 */
public interface Router extends ContainerReports {
  /**
   * Stores a new blob and returns when it has the requested durability. Nothing of a failed PUT is
   * ever readable; its leftovers are deleted in the background.
   *
   * @param body read to its end, but not closed
   */
  StoredBlob put(Upload upload, ByteSource body, RequestContext context);

  GetResult get(BlobId id, GetOptions options, RequestContext context);

  /**
   * Lists chunks of a large blob, up to the end of a page of its manifest.
   *
   * @param first number of the first chunk, from 0
   * @param options the range is ignored
   */
  ChunksResult chunks(BlobId id, long first, GetOptions options, RequestContext context);

  /**
   * The replicas of the partition that the id names, whether the blob exists or not.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@code UNKNOWN_PARTITION}
   */
  List<Replica> replicas(BlobId id);

  /**
   * Reads the record of a blob from every replica and verifies it.
   *
   * @return one status for each replica, in all data centres
   * @throws io.aumbry.protocol.error.AumbryException {@code UNKNOWN_PARTITION}
   */
  List<ReplicaStatus> status(BlobId id, RequestContext context);

  WriteResult delete(BlobId id, RequestContext context);

  /**
   * Removes the expiry of a blob. Idempotent.
   *
   * @param leastLeft a blob that expires sooner is left as it is
   */
  WriteResult updateTtl(BlobId id, Duration leastLeft, RequestContext context);

  /** Reverses a delete during the retention. */
  WriteResult undelete(BlobId id, RequestContext context);

  /**
   * An upload before its body is read.
   *
   * @param account the owner, 1 to 2^31-1.
   * @param container of that account.
   * @param properties size and checksum are replaced by the actual ones; supplied again after the
   *     body is read, when labels and user metadata may have changed.
   * @param declaredSize in bytes; a body of another size fails with {@code SIZE_MISMATCH}.
   * @param declaredChecksum CRC32C; a body with another one fails with {@code CHECKSUM_MISMATCH}.
   * @param maxSize in bytes; a larger body fails with {@code BLOB_TOO_LARGE}.
   * @param policy an unreachable durability fails with {@code DURABILITY_NOT_REACHED}, if possible
   *     before the body is read; a class without partitions fails with {@code UNKNOWN_CLASS} before
   *     that.
   */
  record Upload(
      int account,
      int container,
      Supplier<BlobProperties> properties,
      OptionalLong declaredSize,
      OptionalInt declaredChecksum,
      long maxSize,
      Policy policy) {
    /** With the default policy and fixed properties. */
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

    /** The same upload, stored in another way. */
    public Upload withPolicy(Policy other) {
      return new Upload(
          account, container, properties, declaredSize, declaredChecksum, maxSize, other);
    }
  }

  /**
   * How a blob is stored.
   *
   * @param nameableUntil present if the blob is to get a name, and then marked in its id. A name
   *     can only be committed if the id was created until this time, in milliseconds since 1970. A
   *     later upload fails with {@code TIMED_OUT}.
   */
  record Policy(
      PartitionClass partitionClass, DurabilityLevel durability, OptionalLong nameableUntil) {
    public static final Policy DEFAULT = new Policy(PartitionClass.DEFAULT, DurabilityLevel.LOCAL);

    /** For a blob that is found by its id. */
    public Policy(PartitionClass partitionClass, DurabilityLevel durability) {
      this(partitionClass, durability, OptionalLong.empty());
    }

    /** The policy with at least the given durability. */
    public Policy orMore(DurabilityLevel asked) {
      return new Policy(partitionClass, durability.or(asked), nameableUntil);
    }

    /** The policy for a blob that is to get a name. */
    public Policy forName(long nameableUntilMillis) {
      return new Policy(partitionClass, durability, OptionalLong.of(nameableUntilMillis));
    }
  }

  record StoredBlob(BlobId id, BlobProperties properties) {}

  /**
   * The bytes to read ({@link ByteRange.None} for properties alone), and whether deleted or expired
   * blobs are included.
   */
  record GetOptions(ByteRange range, boolean includeDeleted, boolean includeExpired) {}
}
