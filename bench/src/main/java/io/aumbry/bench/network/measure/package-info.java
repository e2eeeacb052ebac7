/**
 * The load that the network benchmark applies, and the figures that it measures under this load.
 */
@NullMarked
package io.aumbry.bench.network.measure;

import org.jspecify.annotations.NullMarked;
