/**
 * {@code aumbry bench store}: drives a store at its own interface, without a network, and compares
 * other libraries and the disk itself under the same load.
 *
 * <p>A {@link io.aumbry.bench.store.engine.StoreEngine} is a library that stores blobs: Aumbry's
 * store, and RocksDB. Each engine has the same number of callers, on the kind of thread that suits
 * it: Aumbry's run on virtual threads carried by event loops. {@link
 * io.aumbry.bench.store.FioContender} measures the disk with fio.
 *
 * <p>Measurements alternate between the targets in rounds, size by size. Each ratio is the median
 * of the ratios of the rounds, because on a shared machine only adjacent measurements are
 * comparable.
 *
 * <p><b>fio.</b> One job repeatedly overwrites a cached file from its start, in blocks of the size
 * of a blob. It calls fdatasync once per the number of blocks that Aumbry's store put behind one
 * fdatasync in its last measurement of the same cell. For appends, a second line measures a new
 * file, as a log is: its blocks are allocated but unwritten, and its pages are not cached.
 *
 * <p><b>Uncached reads.</b> Before a pass, GNU dd asks the kernel to drop the pages of all files
 * ({@code iflag=nocache}, that is posix_fadvise, which needs no privilege). A pass reads a random
 * part of the blobs, each at most once. The report includes the bytes that the kernel read from the
 * device, to show whether the pages were dropped. Mapped files keep their pages.
 */
@NullMarked
package io.aumbry.bench.store;

import org.jspecify.annotations.NullMarked;
