package io.aumbry.frontend.access.oidc;

import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Verifies tokens of a running identity provider, for example Dex, with one verifier: {@code
 * RealProvider ISSUER AUDIENCE < TOKENS}, one token a line. docs/testing.md has the commands.
 */
final class RealProvider {
  private RealProvider() {}

  public static void main(String[] args) throws IOException {
    IdentityProviders.Provider provider =
        new IdentityProviders.Provider(args[0], args[1], Optional.of("email"), List.of());
    try (PlainCarrier carrier = new PlainCarrier();
        HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofSeconds(5));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      OidcVerifier verifier =
          new OidcVerifier(new IdentityProviders(List.of(provider)), fetcher, carrier.time());
      for (String token = lines.readLine(); token != null; token = lines.readLine()) {
        RequestContext context = carrier.within(Duration.ofSeconds(30));
        System.out.println(verifier.verify(token.strip(), context));
      }
    }
  }
}
