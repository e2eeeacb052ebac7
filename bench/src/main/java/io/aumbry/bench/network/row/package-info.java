/** The rows of the network benchmark. Each row compares variants of one setting. */
@NullMarked
package io.aumbry.bench.network.row;

import org.jspecify.annotations.NullMarked;
