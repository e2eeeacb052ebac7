/** Measures the catalog: commits and lookups of names, and pages of lists. */
@NullMarked
package io.aumbry.bench.catalog;

import org.jspecify.annotations.NullMarked;
