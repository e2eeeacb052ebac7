/** JMH benchmarks of the smallest parts of the store, run by {@code bench/jmh}. */
@NullMarked
package io.aumbry.bench.micro;

import org.jspecify.annotations.NullMarked;
