/** Accounts and their containers, as immutable values. */
@NullMarked
package io.aumbry.catalog.account;

import org.jspecify.annotations.NullMarked;
