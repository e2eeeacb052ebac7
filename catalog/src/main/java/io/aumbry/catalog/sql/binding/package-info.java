/** The binding of a catalog to its cluster. */
@NullMarked
package io.aumbry.catalog.sql.binding;

import org.jspecify.annotations.NullMarked;
