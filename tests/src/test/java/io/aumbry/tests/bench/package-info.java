/**
 * Benchmarks that no part of the product may depend on: RocksDB as another contender of {@code
 * aumbry bench store} ({@code tests/bench-store}), and JMH for the smallest parts ({@code
 * tests/jmh}).
 */
@NullMarked
package io.aumbry.tests.bench;

import org.jspecify.annotations.NullMarked;
