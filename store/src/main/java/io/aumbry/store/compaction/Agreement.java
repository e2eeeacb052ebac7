package io.aumbry.store.compaction;

/**
 * The progress of all replicas of a partition, without which compaction drops nothing.
 *
 * @param acknowledged all replicas have this store's records up to this sequence number
 * @param inSyncMillis this store has every record that any replica had accepted at this time, in
 *     milliseconds since 1970
 * @param sharedMillis every replica has, and knows that it has, every record accepted at this time;
 *     a store that lacks deletes forgotten under this agreement is no longer one of them
 */
public record Agreement(long acknowledged, long inSyncMillis, long sharedMillis) {
  /** For replicas that are all in step as of the same time. */
  public Agreement(long acknowledged, long inSyncMillis) {
    this(acknowledged, inSyncMillis, inSyncMillis);
  }
}
