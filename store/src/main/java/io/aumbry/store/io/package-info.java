/**
 * Schedules the I/O of one disk. {@link io.aumbry.store.io.DiskWriter} groups waiting writes and
 * syncs each log once per group. {@link io.aumbry.store.io.DiskReaders} reads in place when the
 * page cache has the bytes, and on disk threads otherwise. {@link io.aumbry.store.io.DiskHelper}
 * runs tasks that no request waits for.
 *
 * <p>Requests hand their work over through bounded queues and wait in a mailbox. A disk thread is
 * never interrupted. The package knows a store only as a {@link io.aumbry.store.io.WriteTarget}.
 */
@NullMarked
package io.aumbry.store.io;

import org.jspecify.annotations.NullMarked;
