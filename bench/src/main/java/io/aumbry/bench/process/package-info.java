/**
 * The processes whose cost is measured: what the kernel says of them, which ones make up a cluster,
 * and the nginx that is measured beside it.
 */
@NullMarked
package io.aumbry.bench.process;

import org.jspecify.annotations.NullMarked;
