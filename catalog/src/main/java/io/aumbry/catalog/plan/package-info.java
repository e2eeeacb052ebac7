/** Decides changes without a database, as functions from values to values. */
@NullMarked
package io.aumbry.catalog.plan;

import org.jspecify.annotations.NullMarked;
