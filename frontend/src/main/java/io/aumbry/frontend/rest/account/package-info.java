/**
 * The endpoints {@code /accounts} and {@code /accounts/containers}, in Ambry's JSON form. {@link
 * io.aumbry.frontend.rest.account.AccountAdministration} makes the changes.
 */
@NullMarked
package io.aumbry.frontend.rest.account;

import org.jspecify.annotations.NullMarked;
