/** Datasets: names whose versions are numbered and retained by rules of their own. */
@NullMarked
package io.aumbry.catalog.dataset;

import org.jspecify.annotations.NullMarked;
