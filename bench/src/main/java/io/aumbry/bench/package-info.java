/**
 * {@code aumbry bench}: measures any endpoint that speaks Ambry's REST over HTTP/1.1, and what its
 * processes use of the machine meanwhile.
 *
 * <p>A {@link io.aumbry.bench.Bench} warms up and measures one workload; {@link
 * io.aumbry.bench.Suite} measures several side by side, in alternating rounds, since on a shared
 * machine only what ran next to each other compares.
 */
@NullMarked
package io.aumbry.bench;

import org.jspecify.annotations.NullMarked;
