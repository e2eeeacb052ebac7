/**
 * Authentication and authorisation for all doors, without HTTP types.
 *
 * <p>{@link io.aumbry.frontend.access.Authenticator} turns {@link
 * io.aumbry.frontend.access.Credentials} into an {@link io.aumbry.frontend.access.AccessIdentity}.
 * {@link io.aumbry.frontend.access.Access} decides whether an identity may perform an action. Both
 * read users, keys, roles and policies from {@link io.aumbry.frontend.access.Identities}, an
 * immutable snapshot of the catalog with compiled policies.
 */
@NullMarked
package io.aumbry.frontend.access;

import org.jspecify.annotations.NullMarked;
