package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.compaction.StoreUsage;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.store.io.WriteResult;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.SyncPolicy;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One replica of one partition: a log of records on one disk, and the index to it. Calls may wait
 * for the disk on the thread of their request. Changes return when they are durable.
 *
 * <p>Calls throw {@link io.aumbry.protocol.error.AumbryException} with {@code DISK_FAILED} after
 * the store has stopped, {@code NO_SPACE} on a full disk, {@code OVERLOADED} when the queue of the
 * disk is full, and {@code TIMED_OUT} at the deadline of the context. {@code CORRUPT_RECORD} means
 * that the bytes are damaged, or that the record of a missing blob may be among damaged ones.
 */
public interface BlobStore extends AutoCloseable {
  int SUMMARY_BYTES = RecordSummary.SIZE;

  int partition();

  /** A store that is created again has another id. */
  UUID id();

  WriteResult put(NewBlob blob, Body content, RequestContext context);

  /** Ends the current life of the blob. */
  WriteResult delete(BlobId id, long deletedMillis, RequestContext context);

  /** Ends this life of the blob and all earlier ones, but no later one. */
  WriteResult deleteLife(BlobId id, int lifeVersion, long deletedMillis, RequestContext context);

  /** Removes the expiry of the blob. */
  WriteResult updateTtl(BlobId id, RequestContext context);

  /**
   * Undoes a delete, known here or not, during the retention of deletes. The blob begins a new
   * life, unless it is alive in that life or a later one. The result is {@code DELETED} if the
   * delete is too old, if that life was deleted as well, or if the bytes are gone.
   */
  WriteResult undelete(BlobId id, Life life, RequestContext context);

  /**
   * Like {@link #undelete}, but also records the new life for a blob without bytes, which is alive
   * once they arrive.
   */
  WriteResult undeleteAhead(BlobId id, Life life, RequestContext context);

  /** The state of a blob, alive or not; empty if it is unknown. */
  Optional<Known> look(BlobId id, RequestContext context);

  ReadResult read(BlobId id, ByteRange range, ReadOptions options, RequestContext context);

  /**
   * Whether the index is damaged. The store then takes no writes, and look-ups that meet the damage
   * fail. The next opening rebuilds the index from the log.
   */
  boolean isToBeRenewed();

  /**
   * Requires that every acknowledged record was readable at the opening. Otherwise {@link
   * #newestSequence} may be too low.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when some were not
   */
  void requireComplete();

  /** Of the last durable record; 0 if there is none. */
  long lastSequence();

  /** Of the last acknowledged record, which with {@link SyncPolicy#WRITE} may not be durable. */
  long newestSequence();

  /**
   * Durable records after sequence number {@code after}, as on disk; at least one, otherwise up to
   * {@code maxBytes}.
   */
  RecordBatch recordsAfter(long after, int maxBytes, RequestContext context);

  /**
   * The records of {@link #recordsAfter} that {@link #summariesAfter} would describe, for a replica
   * that lacks almost everything. May be empty before the end of the log.
   *
   * @param forgottenMillis as for {@link #summariesAfter}
   */
  RecordBatch offeredAfter(long after, int maxBytes, long forgottenMillis, RequestContext context);

  /**
   * Bytes of records after sequence number {@code after}: exact at the end of a recent batch,
   * otherwise an estimate. Never waits.
   */
  long bytesAfter(long after);

  /**
   * Descriptions of the records of {@link #recordsAfter}, from which {@link #lacking} on a peer
   * selects the records to fetch.
   *
   * @param forgottenMillis the peer may have forgotten deletes that reached the age for forgetting
   *     at this time; it gets nothing of blobs with such a delete, because it would show them
   */
  RecordBatch summariesAfter(
      long after, int maxBytes, long forgottenMillis, RequestContext context);

  /** For a replica that has forgotten no delete. */
  default RecordBatch summariesAfter(long after, int maxBytes, RequestContext context) {
    return summariesAfter(after, maxBytes, 0, context);
  }

  /** The described records that add something to this store, in order. */
  List<MissingRecord> lacking(RecordBatch summaries, RequestContext context);

  /**
   * Whether {@link #lacking} would return any record. Cheaper, but known records may not be durable
   * yet.
   */
  boolean lacksAny(RecordBatch summaries, RequestContext context);

  /** Waits until a durable record follows {@code after}, or until the deadline. */
  void awaitRecordAfter(long after, RequestContext context);

  /**
   * Verifies and appends records of a peer under new sequence numbers. Skips records that add
   * nothing, and records after the batch's last number. Returns when all are durable.
   */
  void append(RecordBatch batch, RequestContext context);

  /**
   * Runs one round of compaction. The caller repeats it until a round does nothing. It may take
   * minutes, so do not call it on a thread that carries requests. One call at a time; others wait.
   *
   * @param pace receives the bytes moved
   * @throws AumbryException also {@code CORRUPT_RECORD} for a damaged file, which is then skipped
   */
  CompactionRound compact(Agreement agreement, Pace pace);

  /**
   * Applies the last agreement from before the opening, so that peers are not offered blobs that
   * had ended for good. {@link #compact} applies later ones.
   *
   * @param inSyncMillis as {@link Agreement#inSyncMillis}
   */
  void resume(long inSyncMillis);

  /** As of the surveys of {@link #compact}. */
  StoreUsage usage();

  Damaged damaged();

  /**
   * All peers were read from their first record, and everything that {@link #lacking} selected was
   * appended, since damage had this version. Damage that may include changes stays open until then.
   */
  void readAgain(long damages);

  Retention retention();

  ReplicaComparison comparison();

  long bytesOnDisk();

  @Override
  void close();

  /**
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
   * Damaged records. {@link #lacking} selects them when the peers are read from their first record.
   *
   * @param version increases with each finding; 0 without any
   * @param open places that are not repaired
   * @param readAgain last version passed to {@link #readAgain}
   */
  record Damaged(long version, long open, long readAgain) {}

  record ReadOptions(boolean includeDeleted, boolean includeExpired) {
    public static final ReadOptions LIVE = new ReadOptions(false, false);
  }
}
