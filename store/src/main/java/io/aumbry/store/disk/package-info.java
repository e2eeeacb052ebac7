/**
 * The disk as the store sees it: one folder of files with positional reads and writes, and nothing
 * that is durable until it was forced. The tests have another one, which forgets what was not
 * forced.
 *
 * <p>Threads: everything here blocks, so it is called on disk threads only; but for {@link
 * io.aumbry.store.disk.DiskFile#readNow}, which any thread may call. A thread in a call is never
 * interrupted: that would close the file for everyone.
 */
@NullMarked
package io.aumbry.store.disk;

import org.jspecify.annotations.NullMarked;
