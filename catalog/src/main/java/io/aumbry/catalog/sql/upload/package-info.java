/**
 * Multi-part uploads in SQL.
 *
 * <p>Each change is a transaction that locks the row of its upload first: a new part with a lock
 * that other parts share, the end of the upload with an exclusive one. The version of a completed
 * object is written as that of any other name.
 */
@NullMarked
package io.aumbry.catalog.sql.upload;

import org.jspecify.annotations.NullMarked;
