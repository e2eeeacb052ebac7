package io.aumbry.frontend.access.oidc;

import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The document of trusted identity providers.
 *
 * @param providers with unique issuers
 */
public record IdentityProviders(List<Provider> providers) {
  private static final DataSize LIMIT = DataSize.parse("256 KiB");

  /**
   * A provider.
   *
   * @param issuer exactly as in its tokens, an {@code https} address
   * @param audience a value of {@code aud} that tokens must have
   * @param nameClaim the claim with a name for logs; {@code sub} if absent
   * @param grants roles for tokens with certain claims
   */
  public record Provider(
      String issuer, String audience, Optional<String> nameClaim, List<ClaimGrant> grants) {
    public Provider {
      grants = List.copyOf(grants);
      if (audience.isBlank()) {
        throw new IllegalArgumentException("the audience must not be empty");
      }
      if (issuer.contains("#") || issuer.contains("?")) {
        throw new IllegalArgumentException("issuer: '" + issuer + "' has a query or a fragment");
      }
      HttpDocumentFetcher.refusal(URI.create(issuer))
          .ifPresent(reason -> {
            throw new IllegalArgumentException("issuer: " + reason);
          });
    }
  }

  /**
   * Gives a role to tokens that have a claim.
   *
   * @param claim a claim with a text, a boolean or a list of texts, such as {@code groups}
   * @param value the text that the claim must have or contain
   * @param account the name of the account to which the role is limited; all accounts if absent
   * @param role the name of a role
   */
  public record ClaimGrant(String claim, String value, Optional<String> account, String role) {}

  public IdentityProviders {
    providers = List.copyOf(providers);
    if (providers.stream().map(Provider::issuer).distinct().count() != providers.size()) {
      throw new IllegalArgumentException("an issuer occurs twice");
    }
  }

  /** Trusts no provider. */
  public static IdentityProviders none() {
    return new IdentityProviders(List.of());
  }

  public static IdentityProviders read(Path file) throws IOException {
    return new JsonReader<>(IdentityProviders.class, LIMIT).read(file);
  }

  Optional<Provider> byIssuer(String issuer) {
    return providers.stream().filter(provider -> provider.issuer().equals(issuer)).findFirst();
  }
}
