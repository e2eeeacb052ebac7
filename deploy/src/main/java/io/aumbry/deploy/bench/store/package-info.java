/**
 * {@code aumbry bench store}: a store driven at its own interface, without a network, beside what
 * the same disk and other libraries do with the same shape of load.
 *
 * <p>A {@link io.aumbry.deploy.bench.store.StoreEngine} is a library that stores blobs: ours, and
 * those that {@link java.util.ServiceLoader} finds on the class path. So many callers of it work
 * side by side, each on the kind of thread that callers of that library have: ours on virtual
 * threads that event loops carry. {@link io.aumbry.deploy.bench.store.FioContender} is the disk
 * itself, as fio uses it.
 *
 * <p>What is compared is measured in rounds that alternate between the contenders, size by size,
 * and each ratio is the median of the ratios of the rounds: on a shared machine only what ran next
 * to each other compares.
 *
 * <p>How fio is given the shape of our load: one job that overwrites, from its start and over and
 * over, a file that was written before and is in the cache, in blocks of the size of a blob, with
 * one fdatasync for as many blocks as our store has put behind one fdatasync in its last
 * measurement of the same cell. Beside that, for appends, a file that is new, as a log is: its
 * blocks are allocated but were never written, and its pages are new to the cache.
 *
 * <p>Reads out of the cache: before a pass, GNU dd asks the kernel to drop the pages of all files
 * ({@code iflag=nocache}, which is posix_fadvise and needs no privilege); a pass then reads a
 * random part of the blobs, each at most once. What came from the device is in the figures, as the
 * kernel counts it for the process, so that one sees whether it worked. Files that are mapped keep
 * their pages.
 */
@NullMarked
package io.aumbry.deploy.bench.store;

import org.jspecify.annotations.NullMarked;
