/** The catalog in a SQL database. */
@NullMarked
package io.aumbry.catalog.sql;

import org.jspecify.annotations.NullMarked;
