/**
 * What is in the stores of disks that no node has open: {@link
 * io.aumbry.store.inspect.StoppedDisk#find} finds them, {@link
 * io.aumbry.store.inspect.StoppedStore} proves, shows and counts what one of them has.
 *
 * <p>Threads: one at a time.
 *
 * <p>Invariants: nothing is ever written, not even where the next start would cut off, delete or
 * make anew: files are opened for reading through {@link io.aumbry.store.disk.ReadOnlyDisk}. The
 * lock of a disk is held while it is looked at, shared with others who look, so that no node starts
 * meanwhile. Memory does not grow with the number of blobs beyond three bits for each, but for
 * {@link io.aumbry.store.inspect.StoppedStore#figures}, which holds what the index does not cover.
 */
@NullMarked
package io.aumbry.store.inspect;

import org.jspecify.annotations.NullMarked;
