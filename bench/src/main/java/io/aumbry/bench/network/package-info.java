/**
 * {@code aumbry bench network}: the path between a frontend and its storage nodes, without the work
 * on either end. Nodes answer reads from memory.
 *
 * <p>A {@link io.aumbry.bench.network.row.Row} is one comparison of a few {@link
 * io.aumbry.bench.network.row.Variant}s under a few {@link io.aumbry.bench.network.measure.Load}s.
 * Each variant has a client process and a server process, so that processor time, memory and
 * collections are known per side. Rounds alternate between the variants, every second one
 * backwards. Every ratio is the median of the ratios of the rounds.
 *
 * <p>The child processes run this program with a row and a variant as arguments, and use the same
 * table of rows. A child answers each line of its standard input with one line on its standard
 * output ({@link io.aumbry.bench.network.Side}). It ends when its input ends.
 *
 * <p>{@link io.aumbry.bench.network.DelayProxy} adds round trips. It runs in the parent, so it is
 * in no figure.
 */
@NullMarked
package io.aumbry.bench.network;

import org.jspecify.annotations.NullMarked;
