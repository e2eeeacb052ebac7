package io.aumbry.store.compaction;

/**
 * What is known of all replicas of a store together; without it nothing may go.
 *
 * @param acknowledged every one of them has all records of this store up to this sequence number
 * @param inSyncMillis this store has all that any of them had accepted at this time, in
 *     milliseconds since 1970
 * @param sharedMillis every one of them has, and knows that it has, all that any had accepted at
 *     this time: who lacks deletes that are forgotten by this agreement is none of them
 */
public record Agreement(long acknowledged, long inSyncMillis, long sharedMillis) {
  /** Of replicas that all have the same as of one time. */
  public Agreement(long acknowledged, long inSyncMillis) {
    this(acknowledged, inSyncMillis, inSyncMillis);
  }
}
