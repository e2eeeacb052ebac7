package io.aumbry.frontend.access.oidc;

import java.util.List;
import java.util.Map;

/** The outcome of the verification of a provider's token. */
public sealed interface OidcResult {
  /**
   * The token is valid.
   *
   * @param name for logs
   * @param expiresMillis until when the token is accepted, with the tolerated skew of the clocks
   * @param claims with text values, for grants and conditions
   */
  record Valid(
      IdentityProviders.Provider provider,
      String subject,
      String name,
      long expiresMillis,
      Map<String, List<String>> claims)
      implements OidcResult {
    public Valid {
      claims = Map.copyOf(claims);
    }

    /** The grants that the claims of the token give. */
    public List<IdentityProviders.ClaimGrant> grants() {
      return provider.grants().stream()
          .filter(grant -> claims.getOrDefault(grant.claim(), List.of()).contains(grant.value()))
          .toList();
    }
  }

  /**
   * The token is refused.
   *
   * @param reason for logs, not for clients
   */
  record Refused(String reason) implements OidcResult {}

  /** The keys of the provider cannot be had now. */
  record Unavailable(String reason) implements OidcResult {}
}
