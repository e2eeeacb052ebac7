/**
 * Scrubs the disks of this node: when and how fast; what is proved and what becomes of damage is
 * the store's to say.
 *
 * <p>Threads: one thread for each disk, which may wait for it; its timer is a carrier's.
 *
 * <p>Invariants: all data of a disk is proved once in a period, one file at a time, spread over the
 * period by bytes, at no more than a rate; a quarter of that while requests wait for the disk. What
 * readers find damaged is looked at within about a second. Once damage is known, each peer is asked
 * for its records from the first one on, once, and what is damaged here is taken from it.
 *
 * <p>A replica that knows of damage stays in service: it answers {@code CORRUPT_RECORD} for what is
 * damaged, so that callers ask others, and the rest as ever. To {@code ERROR} goes only one that
 * cannot serve: whose disk fails, or whose log is damaged where its index must be made from it.
 */
@NullMarked
package io.aumbry.server.scrub;

import org.jspecify.annotations.NullMarked;
