/**
 * The disk as seen by the store: a folder of files with positional reads and writes. Changes are
 * durable only after a sync. Tests use an implementation that loses unsynced changes.
 *
 * <p>All calls block, so only disk threads make them. The exception is {@link
 * io.aumbry.store.disk.DiskFile#readNow}, for any thread. Threads are never interrupted in a call,
 * because the JDK would close the file.
 *
 * <p>A block that the device cannot read (EIO) is damage of its bytes. Reads in a {@link
 * io.aumbry.store.disk.ReadMode} go on behind it, and give it bytes that match no checksum. A disk
 * with many such blocks is out of service, see {@link io.aumbry.store.disk.DiskGuard}. Failed
 * writes and syncs stop their store at once.
 */
@NullMarked
package io.aumbry.store.disk;

import org.jspecify.annotations.NullMarked;
