/**
 * The disk as seen by the store: a folder of files with positional reads and writes. Changes are
 * durable only after a sync. Tests use an implementation that loses unsynced changes.
 *
 * <p>All calls block, so only disk threads make them. The exception is {@link
 * io.aumbry.store.disk.DiskFile#readNow}, for any thread. Threads are never interrupted in a call,
 * because the JDK would close the file.
 */
@NullMarked
package io.aumbry.store.disk;

import org.jspecify.annotations.NullMarked;
