/**
 * The bytes and blobs of each container in a store.
 *
 * <p>{@link io.aumbry.store.usage.UsageCounters} is a pure function of the index: the sum over its
 * entries. Each change of an entry takes its old share off and adds the new one, so the order of
 * records, repairs, merges and compaction cannot make the counters wrong. The index keeps them with
 * each of its segments, so recovery replays only the records that the index lacks.
 *
 * <p>An entry counts while it has a PUT record and is not deleted. A simple blob counts as a blob
 * with its bytes, a manifest as a blob without bytes, and a chunk or page as bytes. Upload records
 * do not count. Damaged bytes count, because a peer restores them.
 *
 * <p>A blob with an expiry belongs to a counter that ends when all its blobs have expired. Reports
 * leave out counters that have ended, so no scan looks for expired blobs. {@link
 * io.aumbry.store.usage.CountedUntil} says how late that is.
 *
 * <p>Memory: at most 96 bytes for each counter. A container without expiries has one counter. With
 * one TTL of up to 42 days it has at most 65 more, and with all TTLs up to a year at most 700 (67
 * KB). Ended counters are kept for a day, so that small steps of the clock do not matter.
 *
 * <h2>Format, big-endian, in an index segment</h2>
 *
 * <pre>
 *  u64 time until which ended counters were dropped, in milliseconds since 1970
 *  for each counter, 32 bytes:
 *  u32 account, u32 container
 *  u64 end in milliseconds since 1970; 2^63-1 for blobs without expiry
 *  u64 blobs, u64 bytes
 * </pre>
 *
 * <p>Without bytes the counters are unknown. The store then counts the entries of its index again
 * in the background.
 */
@NullMarked
package io.aumbry.store.usage;

import org.jspecify.annotations.NullMarked;
