/**
 * {@code aumbry bench}: measures any endpoint with Ambry's REST API over HTTP/1.1, and the resource
 * use of its processes.
 *
 * <p>A {@link io.aumbry.bench.Bench} warms up and measures one workload. {@link
 * io.aumbry.bench.Suite} measures several in alternating rounds, because on a shared machine only
 * measurements close in time are comparable.
 */
@NullMarked
package io.aumbry.bench;

import org.jspecify.annotations.NullMarked;
