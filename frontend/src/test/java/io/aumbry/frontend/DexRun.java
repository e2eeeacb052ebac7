package io.aumbry.frontend;

import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.access.oidc.HttpDocumentFetcher;
import io.aumbry.frontend.access.oidc.IdentityProviders;
import io.aumbry.frontend.access.oidc.OidcVerifier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A frontend whose clients log in with a real identity provider: {@code DexRun BINARY}. Ends with
 * an exception if a token is decided wrongly.
 */
final class DexRun {
  private static final String WRITER = "anna@example.com";
  private static final String STRANGER = "ben@example.com";
  private static final Duration ROTATION = Duration.ofSeconds(30);

  private final Dex dex;
  private final Guarded guarded;

  private DexRun(Dex dex, Guarded guarded) {
    this.dex = dex;
    this.guarded = guarded;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("dex");
    List<String> users = List.of(WRITER, STRANGER);
    List<String> clients = List.of("aumbry", "another");
    try (HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofSeconds(5));
        Dex dex = new Dex(Path.of(args[0]), folder, users, clients, ROTATION);
        Guarded guarded = guarded(folder, dex, fetcher)) {
      new DexRun(dex, guarded).run();
    }
  }

  private static Guarded guarded(Path folder, Dex dex, HttpDocumentFetcher fetcher) {
    IdentityProviders.ClaimGrant grant =
        new IdentityProviders.ClaimGrant("email", WRITER, Optional.of("photos"), "writer");
    IdentityProviders.Provider provider =
        new IdentityProviders.Provider(
            dex.issuer(), "aumbry", Optional.of("email"), List.of(grant));
    OidcVerifier verifier =
        new OidcVerifier(new IdentityProviders(List.of(provider)), fetcher, new SystemTime());
    return new Guarded(folder, AuthenticationMode.REQUIRED, verifier);
  }

  private void run() throws IOException, InterruptedException {
    dex.awaitStart();
    String token = dex.login(WRITER, "aumbry");
    requireStatus(201, upload("photos", token), "a user with a role uploads");
    requireStatus(403, upload("music", token), "to an account without a role");
    requireStatus(403, upload("photos", dex.login(STRANGER, "aumbry")), "a user without a role");
    requireStatus(
        401, upload("photos", dex.login(WRITER, "another")), "the token of another client");
    requireChangesRefused(token);
    String next = awaitNextKey(token);
    Patience.await().until(() -> upload("photos", next) != 401);
    requireStatus(201, upload("photos", next), "a token of the next key");
    requireStatus(201, upload("photos", token), "a token of the key before");
    dex.stop();
    requireStatus(201, upload("photos", next), "while the provider is down");
  }

  private int upload(String account, String token) {
    return guarded
        .upload(account, "album", "content")
        .with("Authorization", "Bearer " + token)
        .send()
        .statusCode();
  }

  private static void requireStatus(int expected, int status, String step) {
    if (status != expected) {
      throw new IllegalStateException(step + ": status " + status + " instead of " + expected);
    }
    System.out.println("ok: " + step + ": " + status);
  }

  /** The last character of a part may have bits that do not count, so others are changed. */
  private void requireChangesRefused(String token) {
    for (int at = 0; at < token.length() - 1; at++) {
      boolean isLastOfPart = token.charAt(at + 1) == '.';
      if (token.charAt(at) != '.' && !isLastOfPart) {
        char other = token.charAt(at) == 'A' ? 'B' : 'A';
        String changed = token.substring(0, at) + other + token.substring(at + 1);
        int status = upload("photos", changed);
        if (status != 401) {
          throw new IllegalStateException("character " + at + " changed: status " + status);
        }
      }
    }
    System.out.println("ok: tokens with any character changed: 401");
  }

  private String awaitNextKey(String token) {
    return Patience.await()
        .until(
            () -> dex.login(WRITER, "aumbry"), next -> !Dex.keyOf(next).equals(Dex.keyOf(token)));
  }
}
