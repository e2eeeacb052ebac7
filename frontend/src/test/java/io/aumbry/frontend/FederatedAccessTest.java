package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.access.TestClock;
import io.aumbry.frontend.access.oidc.HttpDocumentFetcher;
import io.aumbry.frontend.access.oidc.IdentityProviders;
import io.aumbry.frontend.access.oidc.OidcVerifier;
import io.aumbry.frontend.access.oidc.TestIssuer;
import io.aumbry.frontend.audit.AuditEvent;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of an identity provider, from its keys over HTTP to requests that are decided. */
final class FederatedAccessTest {
  private static final TestIssuer.SigningPair KEY = TestIssuer.rsa("first", 2048);
  private static final TestIssuer.SigningPair NEXT = TestIssuer.ec("second");
  private static final TestIssuer.SigningPair FOREIGN = TestIssuer.rsa("first", 2048);
  private static final String REJECTED = "The credentials are not valid";

  private final TestClock clock = new TestClock();
  private final HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofSeconds(20));
  private TestIssuer issuer;
  private Guarded guarded;
  private String path;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    issuer = new TestIssuer();
    issuer.publish(KEY);
    IdentityProviders.Provider provider =
        new IdentityProviders.Provider(
            issuer.issuer(),
            "aumbry",
            Optional.of("email"),
            List.of(
                grant("groups", "editors", Optional.of("photos"), "writer"),
                grant("groups", "staff", Optional.of("photos"), "reader"),
                grant("groups", "ghosts", Optional.of("nowhere"), "owner"),
                grant("admin", "true", Optional.empty(), "administrator")));
    guarded =
        new Guarded(
            folder,
            AuthenticationMode.REQUIRED,
            new OidcVerifier(new IdentityProviders(List.of(provider)), fetcher, clock));
    User anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    HttpResponse<String> put =
        guarded
            .upload("photos", "album", "content")
            .signedBy(guarded.key(anna, true, Long.MAX_VALUE));
    path = HttpRest.header(put, "location");
  }

  private static IdentityProviders.ClaimGrant grant(
      String claim, String value, Optional<String> account, String role) {
    return new IdentityProviders.ClaimGrant(claim, value, account, role);
  }

  @AfterEach
  void stop() {
    guarded.close();
    fetcher.close();
    issuer.close();
    clock.close();
  }

  private JWTClaimsSet.Builder claims(String... groups) {
    return new JWTClaimsSet.Builder()
        .issuer(issuer.issuer())
        .audience("aumbry")
        .subject("7")
        .claim("email", "a@example.com")
        .claim("groups", List.of(groups))
        .expirationTime(at(600));
  }

  private Date at(long seconds) {
    return Date.from(Instant.ofEpochMilli(clock.wallMillis() + 1000 * seconds));
  }

  private static String token(TestIssuer.SigningPair key, JWTClaimsSet.Builder claims) {
    return TestIssuer.token(key, claims.build());
  }

  private HttpResponse<String> send(Guarded.Request request, String token) {
    return request.with("Authorization", "Bearer " + token).send();
  }

  private int read(String token) {
    return send(guarded.request("GET", path), token).statusCode();
  }

  private int write(String container, String token) {
    return send(guarded.upload(container, "album", "x"), token).statusCode();
  }

  @Test
  void claimsGiveRolesInTheirAccounts() {
    String editor = token(KEY, claims("editors"));
    assertThat(read(editor)).isEqualTo(200);
    assertThat(write("photos", editor)).isEqualTo(201);
    assertThat(write("music", editor)).isEqualTo(403);
    String staff = token(KEY, claims("staff", "others"));
    assertThat(read(staff)).isEqualTo(200);
    assertThat(write("photos", staff)).isEqualTo(403);
    for (String[] groups : new String[][] {{}, {"others"}, {"ghosts"}}) {
      assertThat(read(token(KEY, claims(groups)))).isEqualTo(403);
    }
    assertThat(write("music", token(KEY, claims().claim("admin", true)))).isEqualTo(201);
    assertThat(write("music", token(KEY, claims().claim("admin", false)))).isEqualTo(403);
  }

  @Test
  void theAuditLogNamesIssuerAndSubject() {
    write("music", token(KEY, claims("editors")));
    AuditEvent event = guarded.rest.audit.getLast();
    assertThat(event.subject().caller().label()).isEqualTo(issuer.issuer() + "#7");
    assertThat(event.subject().caller().credential()).isEqualTo("oidc");
    assertThat(event.status()).isEqualTo(403);
  }

  @Test
  void wrongTokensAreRejectedWithOneText() {
    String good = token(KEY, claims("editors"));
    String unsigned = new PlainJWT(claims("editors").build()).serialize();
    int signature = good.lastIndexOf('.');
    assertRejected(token(KEY, claims("editors").audience("another")), "audience");
    assertRejected(token(KEY, claims("editors").issuer("https://id.example.com")), "not trusted");
    assertRejected(token(KEY, claims("editors").expirationTime(at(-600))), "expired");
    assertRejected(token(KEY, claims("editors").notBeforeTime(at(600))), "not valid yet");
    assertRejected(unsigned, "malformed");
    assertRejected(good.substring(0, signature + 1), "malformed");
    assertRejected(token(NEXT, claims("editors")), "key is unknown");
    assertRejected(token(FOREIGN, claims("editors")), "signature is wrong");
    String others = token(KEY, claims("editors").claim("admin", true));
    assertRejected(
        others.substring(0, others.lastIndexOf('.')) + good.substring(signature),
        "signature is wrong");
    assertThat(read(good)).isEqualTo(200);
  }

  private void assertRejected(String token, String detail) {
    HttpResponse<String> answer = send(guarded.request("GET", path), token);
    assertThat(answer.statusCode()).as(detail).isEqualTo(401);
    assertThat(HttpRest.header(answer, "x-ambry-failure-reason")).isEqualTo(REJECTED);
    assertThat(HttpRest.header(answer, "www-authenticate")).contains("error=\"invalid_token\"");
    AuditEvent event = guarded.rest.audit.getLast();
    assertThat(event.requestId()).isEqualTo(HttpRest.header(answer, "x-ambry-request-id"));
    assertThat(event.subject().decision()).contains(detail);
  }

  @Test
  void keysRotate() {
    assertThat(read(token(KEY, claims("editors")))).isEqualTo(200);
    issuer.publish(KEY, NEXT);
    assertThat(read(token(NEXT, claims("editors")))).as("keys were just fetched").isEqualTo(401);
    clock.advance(Duration.ofSeconds(10));
    assertThat(read(token(NEXT, claims("editors")))).isEqualTo(200);
    issuer.publish(NEXT);
    clock.advance(Duration.ofHours(1));
    assertThat(read(token(KEY, claims("editors")))).as("withdrawn key").isEqualTo(401);
    assertThat(read(token(NEXT, claims("editors")))).isEqualTo(200);
  }

  @Test
  void aProviderThatIsDownIsNoReasonToAdmit() {
    issuer.status = 500;
    HttpResponse<String> answer = send(guarded.request("GET", path), token(KEY, claims("editors")));
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(HttpRest.header(answer, "retry-after")).isNotEmpty();
    assertThat(answer.body()).doesNotContain(issuer.issuer());
    issuer.status = 200;
    clock.advance(Duration.ofSeconds(10));
    assertThat(read(token(KEY, claims("editors")))).isEqualTo(200);
    issuer.status = 500;
    clock.advance(Duration.ofHours(2));
    assertThat(read(token(KEY, claims("editors")))).as("known keys stay usable").isEqualTo(200);
  }

  @Test
  void aTokenOfAProviderGetsNoTokenOfThisCluster() {
    HttpResponse<String> answer =
        send(guarded.request("POST", "/tokens"), token(KEY, claims().claim("admin", true)));
    assertThat(answer.statusCode()).isEqualTo(403);
  }
}
