package io.aumbry.frontend.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.aumbry.frontend.access.TestClock;
import io.aumbry.protocol.runtime.LeavingClaimant;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class OidcVerifierTest {
  private static final TestIssuer.SigningPair RSA = TestIssuer.rsa("r", 2048);
  private static final TestIssuer.SigningPair EC = TestIssuer.ec("e");
  private static final TestIssuer.SigningPair EDWARDS = TestIssuer.ed25519("d");

  private final TestClock clock = new TestClock();
  private TestIssuer issuer;
  private HttpDocumentFetcher fetcher;
  private OidcVerifier verifier;

  @BeforeEach
  void start() throws IOException {
    issuer = new TestIssuer();
    issuer.publish(RSA, EC, EDWARDS);
    fetcher = new HttpDocumentFetcher(Duration.ofSeconds(20));
    IdentityProviders.Provider provider =
        new IdentityProviders.Provider(
            issuer.issuer(),
            "aumbry",
            Optional.of("email"),
            List.of(
                new IdentityProviders.ClaimGrant(
                    "groups", "editors", Optional.of("photos"), "writer"),
                new IdentityProviders.ClaimGrant("admin", "true", Optional.empty(), "reader")));
    verifier = new OidcVerifier(new IdentityProviders(List.of(provider)), fetcher, clock);
  }

  @AfterEach
  void stop() {
    fetcher.close();
    issuer.close();
    clock.close();
  }

  private static Date at(long millis) {
    return Date.from(Instant.ofEpochMilli(millis));
  }

  private JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(issuer.issuer())
        .audience(List.of("other", "aumbry"))
        .subject("7")
        .claim("email", "a@example.com")
        .claim("groups", List.of("staff", "editors"))
        .claim("admin", true)
        .issueTime(at(TestClock.START))
        .notBeforeTime(at(TestClock.START))
        .expirationTime(at(TestClock.START + 600_000));
  }

  private OidcResult verify(String token) {
    return verifier.verify(token, clock.context());
  }

  private void assertRefused(String token, String reason) {
    assertThat(verify(token))
        .isInstanceOfSatisfying(
            OidcResult.Refused.class, refused -> assertThat(refused.reason()).contains(reason));
  }

  @Test
  void tokensOfThreeAlgorithmsAreAccepted() {
    for (TestIssuer.SigningPair key : List.of(RSA, EC, EDWARDS)) {
      assertThat(verify(TestIssuer.token(key, claims().build())))
          .as(key.algorithm().getName())
          .isInstanceOfSatisfying(
              OidcResult.Valid.class,
              valid -> {
                assertThat(valid.subject()).isEqualTo("7");
                assertThat(valid.name()).isEqualTo("a@example.com");
                assertThat(valid.claims().get("groups")).containsExactly("staff", "editors");
                assertThat(valid.grants()).hasSize(2);
              });
    }
    assertThat(issuer.fetches).hasValue(1);
  }

  @Test
  void grantsNeedTheirClaim() {
    JWTClaimsSet claims = claims().claim("groups", "staff").claim("admin", false).build();
    assertThat(verify(TestIssuer.token(EC, claims)))
        .isInstanceOfSatisfying(
            OidcResult.Valid.class, valid -> assertThat(valid.grants()).isEmpty());
  }

  static Stream<Arguments> refusedClaims() {
    long start = TestClock.START;
    return Stream.of(
        refusal("not trusted", c -> c.issuer("https://other.example")),
        refusal("not trusted", c -> c.issuer(null)),
        refusal("audience", c -> c.audience("other")),
        refusal("audience", c -> c.audience(List.of())),
        refusal("subject", c -> c.subject(null)),
        refusal("subject", c -> c.subject("")),
        refusal("subject", c -> c.subject("x".repeat(256))),
        refusal("expired", c -> c.expirationTime(null)),
        refusal("expired", c -> c.expirationTime(at(start - 60_000))),
        refusal("not valid yet", c -> c.notBeforeTime(at(start + 61_000))),
        refusal("not valid yet", c -> c.issueTime(at(start + 61_000))));
  }

  private static Arguments refusal(String reason, UnaryOperator<JWTClaimsSet.Builder> change) {
    return Arguments.of(reason, change);
  }

  @ParameterizedTest
  @MethodSource("refusedClaims")
  void otherClaimsAreRefused(String reason, UnaryOperator<JWTClaimsSet.Builder> change) {
    assertRefused(TestIssuer.token(EC, change.apply(claims()).build()), reason);
  }

  @Test
  void clocksMayDifferByAMinute() {
    JWTClaimsSet early =
        claims()
            .issueTime(at(TestClock.START + 60_000))
            .notBeforeTime(at(TestClock.START + 60_000))
            .build();
    assertThat(verify(TestIssuer.token(EC, early))).isInstanceOf(OidcResult.Valid.class);
    JWTClaimsSet late = claims().expirationTime(at(TestClock.START - 59_000)).build();
    assertThat(verify(TestIssuer.token(EC, late))).isInstanceOf(OidcResult.Valid.class);
  }

  @Test
  void tokensWithoutASignatureOfTheProviderAreRefused() throws JOSEException {
    JWTClaimsSet claims = claims().build();
    String none =
        Base64URL.encode("{\"alg\":\"none\"}") + "." + Base64URL.encode(claims.toString()) + ".";
    assertRefused(none, "malformed");
    JWSHeader shared = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("r").build();
    SignedJWT confused = new SignedJWT(shared, claims);
    confused.sign(new MACSigner(RSA.pair().getPublic().getEncoded()));
    assertRefused(confused.serialize(), "HS256");
    TestIssuer.SigningPair stranger = TestIssuer.ec("e");
    assertRefused(TestIssuer.token(stranger, claims), "signature");
    String token = TestIssuer.token(EC, claims);
    String other = TestIssuer.token(EC, claims().subject("8").build());
    String mixed =
        token.substring(0, token.indexOf('.'))
            + other.substring(other.indexOf('.'), other.lastIndexOf('.'))
            + token.substring(token.lastIndexOf('.'));
    assertRefused(mixed, "signature");
    JWSHeader wrongType = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("e").build();
    SignedJWT unfit = new SignedJWT(wrongType, claims);
    unfit.sign(new RSASSASigner(RSA.pair().getPrivate()));
    assertRefused(unfit.serialize(), "signature");
    for (String malformed : List.of("", "a", "a.b", "a.b.c", "..", "x".repeat(20_000))) {
      assertThat(verify(malformed)).isInstanceOf(OidcResult.Refused.class);
    }
  }

  @Test
  void weakKeysAreRefused() {
    TestIssuer.SigningPair weak = TestIssuer.rsa("w", 1024);
    issuer.publish(weak);
    String token;
    try {
      JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("w").build();
      SignedJWT jwt = new SignedJWT(header, claims().build());
      jwt.sign(new RSASSASigner(weak.pair().getPrivate(), Set.of(AllowWeakRSAKey.getInstance())));
      token = jwt.serialize();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
    assertRefused(token, "signature");
  }

  @Test
  void anUnknownKeyCausesOneFetchInAPause() {
    assertThat(verify(TestIssuer.token(EC, claims().build()))).isInstanceOf(OidcResult.Valid.class);
    TestIssuer.SigningPair next = TestIssuer.ec("next");
    for (int i = 0; i < 50; i++) {
      assertRefused(TestIssuer.token(next, claims().build()), "key is unknown");
    }
    assertThat(issuer.fetches).hasValue(1);
    issuer.publish(next);
    clock.advance(ProviderKeys.PAUSE);
    assertThat(verify(TestIssuer.token(next, claims().build())))
        .isInstanceOf(OidcResult.Valid.class);
    assertRefused(TestIssuer.token(EC, claims().build()), "key is unknown");
    assertThat(issuer.fetches).hasValue(2);
  }

  /** Anyone can send a forged token and leave. */
  @Test
  void clientsThatLeaveDoNotPreventAFetch() {
    String forged = TestIssuer.token(TestIssuer.ec("forged"), claims().build());
    assertThat(
            verifier.verify(forged, clock.context().withClaimant(new LeavingClaimant(() -> true))))
        .isInstanceOf(OidcResult.Refused.class);
    assertThat(verify(TestIssuer.token(EC, claims().build()))).isInstanceOf(OidcResult.Valid.class);
    assertThat(issuer.fetches).hasValue(1);
  }

  @Test
  void knownKeysAreUsedForADayWhileTheProviderIsDown() {
    JWTClaimsSet claims =
        claims().expirationTime(at(TestClock.START + Duration.ofDays(9).toMillis())).build();
    String token = TestIssuer.token(EC, claims);
    assertThat(verify(token)).isInstanceOf(OidcResult.Valid.class);
    issuer.status = 500;
    clock.advance(Duration.ofHours(23));
    assertThat(verify(token)).isInstanceOf(OidcResult.Valid.class);
    assertThat(issuer.fetches).hasValue(2);
    clock.advance(Duration.ofHours(2));
    assertThat(verify(token)).isInstanceOf(OidcResult.Unavailable.class);
    issuer.status = 200;
    clock.advance(ProviderKeys.PAUSE);
    assertThat(verify(token)).isInstanceOf(OidcResult.Valid.class);
  }

  @Test
  void documentsThatAreNotTrustworthyAreRefused() {
    String token = TestIssuer.token(EC, claims().build());
    issuer.announcedIssuer = "https://evil.example";
    assertThat(verify(token))
        .isInstanceOfSatisfying(
            OidcResult.Unavailable.class, u -> assertThat(u.reason()).contains("another issuer"));
    issuer.announcedIssuer = "";
    for (String jwks : List.of("x", "{}", "[]", " ".repeat(300_000))) {
      issuer.jwks = jwks;
      clock.advance(ProviderKeys.PAUSE);
      assertThat(verify(token)).as(jwks.strip()).isInstanceOf(OidcResult.Unavailable.class);
    }
    issuer.jwks = "";
    clock.advance(ProviderKeys.PAUSE);
    assertThat(verify(token)).isInstanceOf(OidcResult.Valid.class);
  }

  @Test
  void concurrentRequestsShareOneFetch() throws InterruptedException {
    String token = TestIssuer.token(EC, claims().build());
    List<OidcResult> results = new CopyOnWriteArrayList<>();
    List<Thread> threads =
        Stream.generate(() -> Thread.ofVirtual().unstarted(() -> results.add(verify(token))))
            .limit(20)
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(results).hasSize(20).allMatch(OidcResult.Valid.class::isInstance);
    assertThat(issuer.fetches).hasValue(1);
  }
}
