/**
 * Bearer tokens of OpenID Connect providers. {@link io.aumbry.frontend.access.oidc.OidcVerifier}
 * verifies tokens, {@link io.aumbry.frontend.access.oidc.ProviderKeys} fetches and caches the keys
 * of a provider.
 *
 * <p>Providers are declared in a JSON document, {@link
 * io.aumbry.frontend.access.oidc.IdentityProviders}. Only the listed algorithms with public keys
 * are accepted.
 */
@NullMarked
package io.aumbry.frontend.access.oidc;

import org.jspecify.annotations.NullMarked;
