/**
 * Inspects the stores of disks that no node has open. {@link
 * io.aumbry.store.inspect.StoppedDisk#find} finds them, and {@link
 * io.aumbry.store.inspect.StoppedStore} verifies, shows and counts their content. Not thread-safe.
 *
 * <p>Nothing is ever written: files are opened through {@link io.aumbry.store.disk.ReadOnlyDisk}. A
 * shared lock on the disk keeps a node from starting. Memory is bounded by three bits for each
 * blob, except for {@link io.aumbry.store.inspect.StoppedStore#figures}, which holds the entries
 * that the index does not cover.
 */
@NullMarked
package io.aumbry.store.inspect;

import org.jspecify.annotations.NullMarked;
