/**
 * One disk, many partitions. {@link io.aumbry.store.StoreDisk} is a folder with the stores of some
 * partitions; {@link io.aumbry.store.BlobStore} is one of them: a log of records and the index to
 * it.
 *
 * <p>Threads of a disk: one writes ({@link io.aumbry.store.partition.StoreWriter} is what it does
 * for each store), a few sync logs for it side by side, some read, one helps (room ahead of the
 * logs, index segments). A read of what is in memory is done on the thread of its request. Else
 * requests hand their work to these threads through bounded queues and wait in a mailbox. None of
 * them is ever interrupted.
 *
 * <p>Invariants: a change is answered, and seen, only when it is as durable as {@link
 * io.aumbry.store.partition.Durability} says. No bytes are returned that were not proved by their
 * checksums. A write or sync that failed is never tried again: the store takes no more writes, says
 * why, and goes on reading.
 *
 * <h2>Folder of a disk</h2>
 *
 * <pre>
 *  disk.id, lock, scrubbed
 *  partition-N/store.id, reached, manifest, quarantine, log-*.seg, index-*.idx
 *  unfinished-N, dropped-N   a store that was being made or dropped; removed at the next start
 *  set-aside-N-K             a store that is not to be used any more, kept for an operator
 * </pre>
 *
 * The formats are in {@code io.aumbry.store.log}, {@code io.aumbry.store.index} and {@code
 * io.aumbry.store.scrub}; what compaction may drop, and why nothing comes back, in {@code
 * io.aumbry.store.compaction}.
 */
@NullMarked
package io.aumbry.store;

import org.jspecify.annotations.NullMarked;
