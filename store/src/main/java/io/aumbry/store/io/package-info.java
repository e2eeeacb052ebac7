/**
 * Schedules the I/O of one disk. {@link io.aumbry.store.io.DiskWriter} groups writes and syncs each
 * log once per group. {@link io.aumbry.store.io.DiskReaders} reads cached data in place, and other
 * data on disk threads. {@link io.aumbry.store.io.DiskBackgroundTasks} runs background tasks. A
 * store is visible here only as a {@link io.aumbry.store.io.WriteTarget}.
 */
@NullMarked
package io.aumbry.store.io;

import org.jspecify.annotations.NullMarked;
