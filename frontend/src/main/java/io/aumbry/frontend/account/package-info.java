/**
 * Who owns blobs: accounts and their containers, as immutable values.
 *
 * <p>Threads: any.
 */
@NullMarked
package io.aumbry.frontend.account;

import org.jspecify.annotations.NullMarked;
