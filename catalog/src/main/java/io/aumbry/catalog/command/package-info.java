/** The changes of the catalog. */
@NullMarked
package io.aumbry.catalog.command;

import org.jspecify.annotations.NullMarked;
