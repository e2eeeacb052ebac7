/**
 * The endpoints {@code /accounts} and {@code /accounts/containers}, in Ambry's JSON form. The
 * catalog makes the changes.
 */
@NullMarked
package io.aumbry.frontend.rest.account;

import org.jspecify.annotations.NullMarked;
