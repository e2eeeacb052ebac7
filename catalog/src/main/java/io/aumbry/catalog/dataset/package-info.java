/** Datasets: names with numbered versions and rules for their retention. */
@NullMarked
package io.aumbry.catalog.dataset;

import org.jspecify.annotations.NullMarked;
