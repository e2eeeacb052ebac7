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
 * One replica of one partition: a log of records on one disk and the index to it. Every call may
 * wait for the disk on the thread of its request; a call that changes something returns when the
 * change is durable.
 *
 * <p>Every call throws {@link io.aumbry.protocol.error.AumbryException} with {@code DISK_FAILED}
 * once the store has stopped, {@code NO_SPACE} when there is no room, {@code OVERLOADED} when the
 * disk's queue is full, {@code TIMED_OUT} at the deadline of its context, and {@code
 * CORRUPT_RECORD} rather than return bytes that are not what was written, or say that a blob is not
 * there when its record may be among damaged ones.
 */
public interface BlobStore extends AutoCloseable {
  /** Of the summary of a record, see {@link #summariesAfter}. */
  int SUMMARY_BYTES = RecordSummary.SIZE;

  int partition();

  /** Names these files: a store that was removed and made again has another one. */
  UUID id();

  WriteResult put(NewBlob blob, Body content, RequestContext context);

  /** Ends the life that the blob is in. */
  WriteResult delete(BlobId id, long deletedMillis, RequestContext context);

  /** Ends a life of the blob, with all before it; a later one goes on. */
  WriteResult deleteLife(BlobId id, int lifeVersion, long deletedMillis, RequestContext context);

  /** Gives a blob that would expire a life without end; without effect on one that has it. */
  WriteResult updateTtl(BlobId id, RequestContext context);

  /**
   * Takes a delete back, for as long as the retention of deletes, whether it is known here or not:
   * the blob begins a new life. Of a blob that is alive in that life, or in a later one, nothing is
   * changed. One that was deleted too long ago or in that life as well, or whose bytes are gone,
   * stays {@code DELETED}.
   */
  WriteResult undelete(BlobId id, Life life, RequestContext context);

  /**
   * As {@link #undelete}, and notes the new life also of a blob whose bytes have not come here: it
   * is alive in that life as soon as they do.
   */
  WriteResult undeleteAhead(BlobId id, Life life, RequestContext context);

  /** What is known of a blob, alive or not; empty when nothing is. */
  Optional<Known> look(BlobId id, RequestContext context);

  ReadResult read(BlobId id, ByteRange range, ReadOptions options, RequestContext context);

  /**
   * Whether its index is damaged: it takes no more writes, and look-ups that meet the damage fail.
   * Closed and opened anew it has one that is made from the log.
   */
  boolean isToBeRenewed();

  /**
   * Requires that all that it had acknowledged could be read when it was opened; else {@link
   * #newestSequence} may be of an earlier record than its last.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it could not
   */
  void requireComplete();

  /** Sequence number of the last durable record; 0 when there is none. */
  long lastSequence();

  /**
   * Sequence number of the last record that was answered; with {@link SyncPolicy#WRITE} it may not
   * be durable yet.
   */
  long newestSequence();

  /**
   * The durable records that follow sequence number {@code after}, as the bytes on disk, at least
   * one if there is any and no more than {@code maxBytes} otherwise.
   */
  RecordBatch recordsAfter(long after, int maxBytes, RequestContext context);

  /**
   * Those of {@link #recordsAfter} that {@link #summariesAfter} would tell of: for a replica that
   * lacks nearly all. There may be none of them though the batch goes on.
   *
   * @param forgottenMillis as for {@link #summariesAfter}
   */
  RecordBatch offeredAfter(long after, int maxBytes, long forgottenMillis, RequestContext context);

  /**
   * How many bytes of records follow sequence number {@code after}: exact where a batch that was
   * read has ended, else about so many. Never waits.
   */
  long bytesAfter(long after);

  /**
   * What {@link #recordsAfter} would answer, in short: of each record as much as {@link #lacking}
   * needs in another replica, in a form of the store's own. Without it every replica would be sent
   * each blob once more by each of its peers, only to find that it has it already.
   *
   * @param forgottenMillis the other replica may have forgotten deletes that were as old as deletes
   *     are known at this time, as it says; it is not told of blobs with such a delete, which it
   *     would show
   */
  RecordBatch summariesAfter(
      long after, int maxBytes, long forgottenMillis, RequestContext context);

  /** The same for a replica that has forgotten no delete. */
  default RecordBatch summariesAfter(long after, int maxBytes, RequestContext context) {
    return summariesAfter(after, maxBytes, 0, context);
  }

  /**
   * Those of the records that another replica summarised whose effect is not here, in order;
   * answered from the index.
   */
  List<MissingRecord> lacking(RecordBatch summaries, RequestContext context);

  /**
   * Whether {@link #lacking} would name any, with less work; but what is here may not be durable
   * yet.
   */
  boolean lacksAny(RecordBatch summaries, RequestContext context);

  /**
   * Waits until there is a durable record behind {@code after}, or the deadline of {@code context}.
   */
  void awaitRecordAfter(long after, RequestContext context);

  /**
   * Appends records of another replica of this partition. Each is verified, gets a sequence number
   * of this store, and is left out when its effect is here already, or its number is behind the
   * batch's last; returns when all are durable.
   */
  void append(RecordBatch batch, RequestContext context);

  /**
   * Compacts what frees most for what it costs, if anything is worth it; to be called again for as
   * long as it does something. It may take minutes: not on a thread that carries requests, and one
   * call at a time, others wait.
   *
   * @param pace told of each part of the way
   * @throws AumbryException also {@code CORRUPT_RECORD} when a file was found damaged, which is
   *     left alone from then on
   */
  CompactionRound compact(Agreement agreement, Pace pace);

  /**
   * Takes up the last agreement from before this store was opened, so that other replicas are
   * offered no blob that had ended for good by then. {@link #compact} takes up later ones.
   *
   * @param inSyncMillis as {@link Agreement#inSyncMillis}
   */
  void resume(long inSyncMillis);

  /** What is in the files, as far as {@link #compact} has surveyed them. */
  StoreUsage usage();

  /** What is known to be damaged here. */
  Damaged damaged();

  /**
   * All that {@link #lacking} has named of the records of the other replicas, from the first ones
   * on, was appended since damage of that version was known. Damage in which changes may be lost
   * counts as open until then.
   */
  void readAgain(long damages);

  /** How long this store keeps records of deleted and expired blobs. */
  Retention retention();

  /** For whoever tells this replica apart from another one. */
  ReplicaComparison comparison();

  /** Bytes of disk that the files of this store occupy. */
  long bytesOnDisk();

  @Override
  void close();

  /**
   * What a new blob is made of, beside its content.
   *
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
   * Records that are damaged here, and are to be had from other replicas: asked for their records
   * from the first one on, {@link #lacking} names them.
   *
   * @param version rises each time that more is found; 0 when nothing was
   * @param open places that are damaged and not yet repaired
   * @param readAgain the version that {@link #readAgain} has named last
   */
  record Damaged(long version, long open, long readAgain) {}

  record ReadOptions(boolean includeDeleted, boolean includeExpired) {
    public static final ReadOptions LIVE = new ReadOptions(false, false);
  }
}
