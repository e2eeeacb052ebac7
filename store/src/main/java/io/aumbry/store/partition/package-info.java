/**
 * The state of one open store, which its writing and reading sides share. {@link
 * io.aumbry.store.partition.StoreCore} holds the log, the index and the quarantine. {@link
 * io.aumbry.store.partition.StoreWriter} changes them on the writer thread of the disk. {@link
 * io.aumbry.store.partition.LogReads} reads and verifies records.
 */
@NullMarked
package io.aumbry.store.partition;

import org.jspecify.annotations.NullMarked;
