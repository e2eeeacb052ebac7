/** Accounts and their containers, as immutable values. */
@NullMarked
package io.aumbry.frontend.account;

import org.jspecify.annotations.NullMarked;
