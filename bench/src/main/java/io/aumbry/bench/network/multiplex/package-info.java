/**
 * Node messages over HTTP/2 as Netty has it ready-made: a child channel with a pipeline of its own
 * for each stream. What {@code aumbry bench network} compares our transport with; reads only. Who
 * it runs on, how it is encrypted and what is sent is the same as with ours.
 */
@NullMarked
package io.aumbry.bench.network.multiplex;

import org.jspecify.annotations.NullMarked;
