/**
 * Inspects the stores of disks that no node has open. {@link
 * io.aumbry.store.inspect.StoppedDisk#find} finds them, and {@link
 * io.aumbry.store.inspect.StoppedStore} verifies, shows and counts their content. Not thread-safe.
 *
 * <p>Nothing is ever written: files are opened through {@link io.aumbry.store.disk.ReadOnlyDisk}. A
 * shared lock on the disk keeps a node from starting. Memory is bounded by three bits for each
 * blob, and by the entries that segments of the index do not cover. {@link
 * io.aumbry.store.inspect.StoppedStore#figures} holds these entries even without any segment.
 */
@NullMarked
package io.aumbry.store.inspect;

import org.jspecify.annotations.NullMarked;
