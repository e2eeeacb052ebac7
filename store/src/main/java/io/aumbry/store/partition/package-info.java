/**
 * The state of one open store, which its writing and reading sides share. {@link
 * io.aumbry.store.partition.StoreCore} holds the log, the index and the quarantine. {@link
 * io.aumbry.store.partition.StoreWriter} changes them on the writer thread of the disk. {@link
 * io.aumbry.store.partition.LogReads} reads and verifies records.
 *
 * <h2>openings, version 1, in the folder of a store</h2>
 *
 * <pre>
 *  0  mark "AuOP", number: of openings; see {@code io.aumbry.store.log}
 * 64  u32 checksum of all that follows, then the last openings, at most 256, the earliest first:
 *       u64 name, in milliseconds since 1970; u64 last sequence number with which it began
 * </pre>
 *
 * <p>The file is replaced atomically at each opening, before the store takes records. If it is
 * missing or damaged, the openings before the present one are unknown, and peers compare all
 * records.
 */
@NullMarked
package io.aumbry.store.partition;

import org.jspecify.annotations.NullMarked;
