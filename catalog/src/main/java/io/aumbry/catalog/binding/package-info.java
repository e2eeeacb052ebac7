/** The binding of a catalog to its cluster. */
@NullMarked
package io.aumbry.catalog.binding;

import org.jspecify.annotations.NullMarked;
