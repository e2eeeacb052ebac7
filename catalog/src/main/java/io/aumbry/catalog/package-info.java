/**
 * Accounts, containers, users, keys, policies, names, datasets and multi-part uploads in SQL. The
 * only module that knows SQL.
 *
 * <p>Changes are {@linkplain io.aumbry.catalog.command.Command commands}, which {@link
 * io.aumbry.catalog.Catalog} applies one by one or in groups. Requests read accounts, keys and
 * policies from an immutable snapshot, and names and uploads from the database.
 */
@NullMarked
package io.aumbry.catalog;

import org.jspecify.annotations.NullMarked;
