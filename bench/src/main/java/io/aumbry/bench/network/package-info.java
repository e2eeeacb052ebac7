/**
 * {@code aumbry bench network}: the way between a frontend and its storage nodes, without what
 * either does with the bytes. Nodes answer reads from memory.
 *
 * <p>A {@link io.aumbry.bench.network.Row} is one comparison: a few {@link
 * io.aumbry.bench.network.Variant}s under a few {@link io.aumbry.bench.network.Load}s. Each variant
 * has a client process and a server process of its own, so that processor time, memory and
 * collections are known per side; they live as long as their row is measured, and are measured in
 * rounds that alternate between the variants, each second one backwards. Every ratio is the median
 * of the ratios of the rounds.
 *
 * <p>The child processes are this program again, told which row and variant they are: they find
 * what that means in the same table of rows. A child takes one line at a time on its standard input
 * and answers each with one line on its standard output ({@link io.aumbry.bench.network.Side}); it
 * ends when its input does.
 *
 * <p>Round trips come from {@link io.aumbry.bench.network.DelayProxy}, which runs in the parent, so
 * that it is in nobody's figures.
 */
@NullMarked
package io.aumbry.bench.network;

import org.jspecify.annotations.NullMarked;
