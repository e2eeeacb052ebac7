/**
 * The stores of one disk. {@link io.aumbry.store.StoreDisk} is a folder with one store for each of
 * its partitions. A {@link io.aumbry.store.BlobStore} is a log of records and the index of it. Its
 * three parts serve clients ({@link io.aumbry.store.BlobAccess}), other replicas ({@link
 * io.aumbry.store.feed.RecordFeed}) and background work ({@link io.aumbry.store.StoreMaintenance}).
 *
 * <p>Each disk has one writer thread (see {@link io.aumbry.store.partition.StoreWriter}), a few
 * threads that sync logs in parallel, several reader threads, and one helper for log growth and
 * index segments. A request reads data in memory on its own thread. Otherwise it passes its work to
 * these threads through bounded queues and waits in a mailbox. Disk threads are never interrupted.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A change is acknowledged and visible only when it is as durable as {@link
 *       io.aumbry.store.partition.SyncPolicy} promises.
 *   <li>Bytes are returned only after their checksums are verified.
 *   <li>A failed write or sync is never retried. The store then refuses writes with the reason, and
 *       continues to read.
 * </ul>
 *
 * <h2>Folder of a disk</h2>
 *
 * <pre>
 *  disk.id, lock, scrubbed
 *  partition-N/store.id, openings, reached, manifest, quarantine, log-*.seg, index-*.idx
 *  unfinished-N, dropped-N   a store that was being created or dropped; removed at the next start
 *  set-aside-N-K             a store that must not be used, kept for an operator
 * </pre>
 *
 * <p>The packages {@code log}, {@code record}, {@code index.segment}, {@code scrub} and {@code
 * partition} describe the file formats. The package {@code compaction} explains which records
 * compaction may drop, and the package {@code usage} what is counted for each container.
 */
@NullMarked
package io.aumbry.store;

import org.jspecify.annotations.NullMarked;
