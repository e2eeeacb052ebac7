/**
 * Accounts and identities in SQL. Every change locks the row of {@code change_counter} first, so
 * changes have an order and see all earlier ones. They are rare.
 */
@NullMarked
package io.aumbry.catalog.sql.account;

import org.jspecify.annotations.NullMarked;
