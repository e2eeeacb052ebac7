/** The options that several benchmarks share, and the converters of their values. */
@NullMarked
package io.aumbry.bench.option;

import org.jspecify.annotations.NullMarked;
