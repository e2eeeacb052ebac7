package io.aumbry.store.feed;

import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/** The records of a store in log order, and the appends of records from other replicas. */
public interface RecordFeed {
  /**
   * Requires that every acknowledged record was readable when the store was opened. Otherwise
   * {@link #newestSequence} may be too low.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@code CORRUPT_RECORD} if one was not
   */
  void requireComplete();

  /** Sequence number of the last durable record; 0 for an empty store. */
  long lastSequence();

  /**
   * Sequence number of the last acknowledged record. With {@link
   * io.aumbry.store.partition.SyncPolicy#WRITE} that record may not be durable yet.
   */
  long newestSequence();

  /**
   * The durable records after sequence number {@code after}, as the bytes on disk. Returns at most
   * {@code maxBytes}, but at least one record unless {@code after} is the last.
   */
  RecordBatch recordsAfter(long after, int maxBytes, RequestContext context);

  /**
   * The records of {@link #recordsAfter} that {@link #summariesAfter} would include, for a replica
   * that lacks almost everything. A batch may be empty although records follow it.
   *
   * @param forgottenMillis as for {@link #summariesAfter}
   */
  RecordBatch offeredAfter(long after, int maxBytes, long forgottenMillis, RequestContext context);

  /**
   * The bytes of the records after sequence number {@code after}. Exact at the end of a batch that
   * was read, otherwise an estimate. Never waits.
   */
  long bytesAfter(long after);

  /**
   * Summaries of the records that {@link #recordsAfter} would return, each of {@link
   * RecordSummary#SIZE} bytes. Another replica passes them to {@link #lacking} and then fetches
   * only the missing records.
   *
   * @param forgottenMillis the other replica may have forgotten deletes that reached the age for
   *     forgetting at this time; blobs with such a delete are left out, because it would serve them
   */
  RecordBatch summariesAfter(
      long after, int maxBytes, long forgottenMillis, RequestContext context);

  /** The summaries for a replica that has forgotten no delete. */
  default RecordBatch summariesAfter(long after, int maxBytes, RequestContext context) {
    return summariesAfter(after, maxBytes, 0, context);
  }

  /**
   * The records of another replica that this lacks, in order. The others are durable here when this
   * returns.
   */
  List<RecordSummary> lacking(List<RecordSummary> theirs, RequestContext context);

  /**
   * Returns when each record that any earlier call has shown is durable. With {@link
   * io.aumbry.store.partition.SyncPolicy#WRITE} blobs are shown before they are.
   */
  void makeDurable(RequestContext context);

  /** Waits for a durable record after {@code after}, until the deadline of {@code context}. */
  void awaitRecordAfter(long after, RequestContext context);

  /**
   * Appends records of another replica of this partition, and returns when all are durable. Each
   * record is verified and gets a sequence number of this store. Records without effect are left
   * out, and so are records with a number above the batch's last.
   */
  void append(RecordBatch batch, RequestContext context);

  /** The known damage of the log. */
  Damaged damaged();

  /**
   * States that all records of the other replicas which {@link #lacking} returned were appended,
   * from their first record on, since damage of this version was known. Damage that may include
   * changes, or the bytes of a deleted blob, is open until then.
   */
  void readAgain(long damages);

  /**
   * Damaged records, which other replicas can supply: {@link #lacking} returns them when the
   * summaries of a peer are read again from its first record.
   *
   * @param version rises with each new damage; 0 at first
   * @param open damaged places that are not repaired yet
   * @param readAgain the version of the last {@link #readAgain}
   */
  record Damaged(long version, long open, long readAgain) {}
}
