/**
 * Node messages over HTTP/2 with Netty's multiplex handler: a child channel with a pipeline for
 * each stream. {@code aumbry bench network} compares our transport with it. It supports reads only.
 * Threads, TLS and messages are those of our transport.
 */
@NullMarked
package io.aumbry.bench.network.multiplex;

import org.jspecify.annotations.NullMarked;
