package io.aumbry.store.compaction;

/**
 * What is known of all replicas of a store together; without it nothing may go.
 *
 * @param acknowledged every one of them has all records of this store up to this sequence number
 * @param inSyncMillis this store has all that any of them had accepted at this time, in
 *     milliseconds since 1970
 */
public record Agreement(long acknowledged, long inSyncMillis) {}
