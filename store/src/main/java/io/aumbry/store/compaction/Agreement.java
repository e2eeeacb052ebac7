package io.aumbry.store.compaction;

/**
 * The progress of all replicas of a partition, without which compaction drops nothing.
 *
 * @param acknowledged all replicas have this store's records up to this sequence number.
 * @param inSyncMillis this store has every record that any replica had accepted at this time, since
 *     1970
 * @param sharedMillis every replica has, and knows that it has, every record accepted at this time
 */
public record Agreement(long acknowledged, long inSyncMillis, long sharedMillis) {
  public Agreement(long acknowledged, long inSyncMillis) {
    this(acknowledged, inSyncMillis, inSyncMillis);
  }
}
