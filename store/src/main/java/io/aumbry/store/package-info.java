/**
 * One disk, many partitions. {@link io.aumbry.store.StoreDisk} is a folder with the stores of some
 * partitions; {@link io.aumbry.store.BlobStore} is one of them: a log of records and the index to
 * it.
 *
 * <p>Threads of a disk: one writes ({@link io.aumbry.store.StoreWriter} is what it does for each
 * store), some read, one helps (room ahead of the logs, index segments). Requests hand their work
 * to them through bounded queues and wait in a mailbox. None of these threads is ever interrupted.
 *
 * <p>Invariants: a change is answered, and seen, only when it is as durable as {@link
 * io.aumbry.store.Durability} says. No bytes are returned that were not proved by their checksums.
 * A write or sync that failed is never tried again: the store takes no more writes, says why, and
 * goes on reading.
 *
 * <h2>Folder of a disk</h2>
 *
 * <pre>
 *  disk.id, lock
 *  partition-N/store.id, reached, log-*.seg, index-*.idx
 *  unfinished-N, dropped-N   a store that was being made or dropped; removed at the next start
 * </pre>
 *
 * The formats are in {@code io.aumbry.store.log} and {@code io.aumbry.store.index}.
 */
@NullMarked
package io.aumbry.store;

import org.jspecify.annotations.NullMarked;
