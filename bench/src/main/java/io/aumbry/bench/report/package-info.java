/**
 * The result of a benchmark as one value: a {@link io.aumbry.bench.report.Report} of sections with
 * tables. A table names each column once, for people and for programs, and takes its cells from the
 * measurements. {@link io.aumbry.bench.report.Report#markdown} rounds numbers, and {@link
 * io.aumbry.bench.report.Report#json} writes them unrounded.
 */
@NullMarked
package io.aumbry.bench.report;

import org.jspecify.annotations.NullMarked;
