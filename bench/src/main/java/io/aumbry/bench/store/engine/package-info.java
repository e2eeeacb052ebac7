/** The storage engines that the store benchmark compares, behind one interface. */
@NullMarked
package io.aumbry.bench.store.engine;

import org.jspecify.annotations.NullMarked;
