package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.compaction.StoreUsage;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.log.Pace;
import java.util.List;
import java.util.UUID;

/** The background work on a store: compaction, comparison with peers, and renewal. */
public interface StoreMaintenance {
  /**
   * Whether the index is damaged. The store then accepts no writes, and lookups that meet the
   * damage fail. The next opening rebuilds the index from the log.
   */
  boolean isToBeRenewed();

  /**
   * Compacts the segments that free most for their cost, if any is worth it. The caller repeats the
   * call until a round does nothing. A round may take minutes, so it must not run on a thread that
   * carries requests. Concurrent calls wait for each other.
   *
   * @param pace receives the bytes that were moved
   * @throws io.aumbry.protocol.error.AumbryException {@code CORRUPT_RECORD} if a file is damaged;
   *     later rounds skip that file
   */
  CompactionRound compact(Agreement agreement, Pace pace);

  /**
   * Restores the last agreement from before the store was opened, so that other replicas are not
   * offered blobs that had ended for good by then. {@link #compact} sets later ones.
   *
   * @param inSyncMillis as {@link Agreement#inSyncMillis}
   */
  void resume(long inSyncMillis);

  /**
   * Finds manifests and upload records that are to be reaped: their chunks must be deleted, then
   * they themselves finally, before {@link #compact} drops them. One call at a time.
   *
   * @param dataCenter whose blobs are due at once. Those of others are due later by the limit of
   *     uploads, so that two data centres do not reap the same blob
   * @param after exclusive; the answer has the first blobs behind it, in the order of ids
   * @param most the largest number of blobs in the answer
   */
  List<BlobId> reapable(
      Agreement agreement, int dataCenter, UUID after, int most, RequestContext context);

  /** Live and garbage bytes, as far as {@link #compact} has surveyed the files. */
  StoreUsage usage();

  /**
   * The usage of the containers after one of them, of live blobs as of this moment, from counters
   * that every change updates.
   *
   * @param most limit of containers in the answer, at least 1
   * @throws io.aumbry.protocol.error.AumbryException {@code REPLICA_UNAVAILABLE} while the counters
   *     are unknown and the blobs are counted again
   */
  UsagePage containers(UsagePage.From after, int most, RequestContext context);

  /** How long this store keeps records of deleted and expired blobs. */
  Retention retention();

  /** Compares this replica with another one. */
  ReplicaComparison comparison();

  /** Disk space that the files of this store occupy, in bytes. */
  long bytesOnDisk();
}
