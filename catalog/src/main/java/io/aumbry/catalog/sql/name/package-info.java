/**
 * Names, leases, trash and datasets in SQL.
 *
 * <p>Changes of names run in groups: one transaction loads and locks the rows of all names of a
 * group, {@link io.aumbry.catalog.fold.NameFold} decides the result of each change, and the
 * transaction writes the rows that changed. Lookups run in groups too.
 */
@NullMarked
package io.aumbry.catalog.sql.name;

import org.jspecify.annotations.NullMarked;
