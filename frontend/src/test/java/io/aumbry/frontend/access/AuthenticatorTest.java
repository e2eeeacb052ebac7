package io.aumbry.frontend.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.PlainJWT;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.oidc.DocumentFetcher;
import io.aumbry.frontend.access.oidc.IdentityProviders;
import io.aumbry.frontend.access.oidc.OidcVerifier;
import io.aumbry.frontend.access.policy.PolicyAction;
import io.aumbry.frontend.access.policy.PolicyPrincipal;
import io.aumbry.frontend.access.policy.PolicyResource;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureError;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.frontend.access.token.BearerTokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AuthenticatorTest {
  private static final WireRequest PLAIN =
      new WireRequest("GET", "/x", "", List.of(new WireHeader("host", "store.example")));

  private final TestClock clock = new TestClock();
  private final AccessFixture fixture =
      new AccessFixture()
          .user("alice", AccessFixture.PHOTOS)
          .user("bob", AccessFixture.PHOTOS)
          .user("guest", AccessFixture.CLOSED)
          .grant("alice", "writer", AccessFixture.PHOTOS);
  private final BearerTokens tokens = new BearerTokens(() -> fixture.ring, new Random(2));
  private IdentitySnapshot snapshot = fixture.snapshot();
  private final Authenticator authenticator =
      new Authenticator(
          new Authenticator.Verifiers(
              new SignatureVerifier(SignatureRules.ofRegion("eu-1"), new Random(3)),
              tokens,
              new OidcVerifier(
                  IdentityProviders.none(),
                  (address, context) -> new DocumentFetcher.Fetched.Failed("none"),
                  clock)),
          () -> snapshot,
          new KeyUses(),
          clock);

  @AfterEach
  void stop() {
    clock.close();
  }

  private Authentication signedBy(String user, String secret) {
    RequestSigner signer =
        new RequestSigner("AK-" + user, Secret.of(secret), "eu-1", SignatureRules.S3);
    WireRequest signed = signer.sign(PLAIN, "UNSIGNED-PAYLOAD", clock.wallMillis()).request();
    return authenticate(signed);
  }

  private Authentication authenticate(WireRequest request) {
    return authenticator.authenticate(Credentials.of(request), clock.context());
  }

  private Authentication bearing(String authorization) {
    return authenticate(
        new WireRequest("GET", "/x", "", List.of(new WireHeader("Authorization", authorization))));
  }

  private static AccessIdentity accepted(Authentication authentication) {
    assertThat(authentication).isInstanceOf(Authentication.Accepted.class);
    return ((Authentication.Accepted) authentication).identity();
  }

  private static Authentication.Refused refused(Authentication authentication) {
    assertThat(authentication).isInstanceOf(Authentication.Refused.class);
    return (Authentication.Refused) authentication;
  }

  @Test
  void aRequestWithoutCredentialsIsAnonymous() {
    assertThat(accepted(authenticate(PLAIN)).isAnonymous()).isTrue();
  }

  @Test
  void aSignatureNamesTheUserAndTheKey() {
    AccessIdentity identity = accepted(signedBy("alice", "secret of alice"));
    assertThat(identity.name())
        .isEqualTo(
            new AccessIdentity.Name(
                AccessIdentity.Kind.USER, "alice", "alice", AccessFixture.PHOTOS, "AK-alice"));
    assertThat(identity.roles()).hasSize(1);
  }

  /** A client cannot tell why its key or signature was rejected. */
  @Test
  void allRejectedKeysHaveTheSameAnswer() {
    List<Authentication.Refused> refusals = new ArrayList<>();
    refusals.add(refused(signedBy("alice", "wrong")));
    refusals.add(refused(signedBy("nobody", "wrong")));
    refusals.add(refused(signedBy("guest", "secret of guest")));
    change(() -> fixture.keys.set(0, fixture.key("alice", false, Long.MAX_VALUE)));
    refusals.add(refused(signedBy("alice", "secret of alice")));
    change(() -> fixture.keys.set(0, fixture.key("alice", true, clock.wallMillis())));
    refusals.add(refused(signedBy("alice", "secret of alice")));
    change(() -> fixture.keys.remove(0));
    refusals.add(refused(signedBy("alice", "secret of alice")));
    change(() -> fixture.users.set(1, new User("bob", AccessFixture.PHOTOS, "bob", false, 0)));
    refusals.add(refused(signedBy("bob", "secret of bob")));
    assertThat(refusals)
        .allSatisfy(refusal -> {
          assertThat(refusal.failure()).isEqualTo(Authentication.Failure.REJECTED);
          assertThat(refusal.message()).isEqualTo("The credentials are not valid");
        });
    assertThat(refusals.getFirst().signature().orElseThrow().error())
        .isEqualTo(SignatureError.WRONG_SIGNATURE);
    assertThat(refusals.subList(1, refusals.size()))
        .allMatch(r -> r.signature().orElseThrow().error() == SignatureError.UNKNOWN_KEY);
    assertThat(refusals.toString()).doesNotContain("secret of");
  }

  private void change(Runnable change) {
    change.run();
    snapshot = snapshot.next(fixture.records(), fixture.sealer);
  }

  @Test
  void malformedCredentialsAreExplained() {
    for (String authorization :
        List.of("Basic YTpi", "AWS AK:sig", "AWS4-HMAC-SHA256 x", "nothing", "")) {
      assertThat(refused(bearing(authorization)).failure())
          .as(authorization)
          .isEqualTo(Authentication.Failure.MALFORMED);
    }
    WireHeader bearer = new WireHeader("authorization", "Bearer x");
    WireRequest twice = new WireRequest("GET", "/x", "", List.of(bearer, bearer));
    assertThat(refused(authenticate(twice)).failure()).isEqualTo(Authentication.Failure.MALFORMED);
    WireRequest both = new WireRequest("GET", "/x", "X-Amz-Signature=1", List.of(bearer));
    assertThat(refused(authenticate(both)).signature().orElseThrow().error())
        .isEqualTo(SignatureError.TWO_MECHANISMS);
  }

  private String mint(Optional<String> role, Optional<String> policy) {
    return tokens
        .mint(
            "AK-alice",
            "alice",
            new BearerTokens.Limits(Duration.ofHours(1), role, policy),
            clock.wallMillis())
        .text();
  }

  @Test
  void aTokenActsForItsUserUntilTheKeyIsRevoked() {
    String token = mint(Optional.empty(), Optional.empty());
    AccessIdentity identity = accepted(bearing("Bearer " + token));
    assertThat(identity.name().id()).isEqualTo("alice");
    assertThat(identity.name().credential()).matches("token/[0-9a-f]{16}/AK-alice");
    assertThat(accepted(bearing("bearer  " + token)).name().id()).isEqualTo("alice");
    assertThat(
            Credentials.of(
                    new WireRequest(
                        "GET",
                        "/",
                        "",
                        List.of(new WireHeader("Authorization", "Bearer " + token))))
                .toString())
        .doesNotContain(token);
    change(() -> fixture.keys.set(0, fixture.key("alice", false, Long.MAX_VALUE)));
    assertThat(refused(bearing("Bearer " + token)).failure())
        .isEqualTo(Authentication.Failure.REJECTED);
  }

  @Test
  void anExpiredTokenIsRejected() {
    String token = mint(Optional.empty(), Optional.empty());
    clock.advance(Duration.ofHours(1));
    assertThat(refused(bearing("Bearer " + token)).detail()).contains("expired");
  }

  @Test
  void aRequestEndsWithItsToken() {
    Authentication.Accepted accepted =
        (Authentication.Accepted) bearing("Bearer " + mint(Optional.empty(), Optional.empty()));
    AccessIdentity identity = accepted.identity();
    clock.advance(Duration.ofHours(1).minusMillis(1));
    assertThat(authenticator.renewed(identity, accepted.endMillis())).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(authenticator.renewed(identity, accepted.endMillis())).isEmpty();
  }

  @Test
  void anIdentityOfAProviderHasThePresentPoliciesOfItsRoles() {
    String policy = "{'Statement':{'Effect':'Allow','Action':'aumbry:%s','Resource':'*'}}";
    change(() -> fixture.policy(StoredPolicy.Kind.ROLE, "helper", policy.formatted("PutBlob")));
    AccessIdentity identity =
        new AccessIdentity(
            new AccessIdentity.Name(AccessIdentity.Kind.FEDERATED, "issuer#7", "7", 0, "oidc"),
            PolicyPrincipal.ANONYMOUS,
            List.of(),
            List.of(
                new AccessIdentity.GrantedRole(
                    "helper", snapshot.role("helper").orElseThrow(), AccessFixture.PHOTOS)),
            List.of());
    long end = clock.wallMillis() + 1;
    change(() -> {
      fixture.policies.clear();
      fixture.policy(StoredPolicy.Kind.ROLE, "helper", policy.formatted("GetBlob"));
    });
    assertThat(authenticator.renewed(identity, end).orElseThrow().roles())
        .containsExactly(
            new AccessIdentity.GrantedRole(
                "helper", snapshot.role("helper").orElseThrow(), AccessFixture.PHOTOS));
    change(fixture.policies::clear);
    assertThat(authenticator.renewed(identity, end).orElseThrow().roles()).isEmpty();
    clock.advance(Duration.ofMillis(1));
    assertThat(authenticator.renewed(identity, end)).isEmpty();
  }

  /** A presigned address of a minute may begin an upload that takes longer. */
  @Test
  void aRequestMayOutliveItsAddress() {
    AccessIdentity identity = accepted(authenticator.onBehalfOf("AK-alice"));
    assertThat(authenticator.renewed(identity, clock.wallMillis())).isPresent();
    AccessIdentity signed = accepted(signedBy("alice", "secret of alice"));
    assertThat(authenticator.renewed(signed, clock.wallMillis())).isPresent();
  }

  @Test
  void aTokenHasAtMostTheRightsOfItsLimits() {
    assertThat(rights(mint(Optional.empty(), Optional.empty()))).isEqualTo("read write");
    assertThat(rights(mint(Optional.of("reader"), Optional.empty()))).isEqualTo("read");
    assertThat(rights(mint(Optional.of("administrator"), Optional.empty())))
        .isEqualTo("read write");
    String policy =
        "{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"aumbry:PutBlob\",\"Resource\":\"*\"}}";
    assertThat(rights(mint(Optional.empty(), Optional.of(policy)))).isEqualTo("write");
    assertThat(rights(mint(Optional.of("reader"), Optional.of(policy)))).isEmpty();
    assertThat(rights(mint(Optional.empty(), Optional.of("{}")))).isEmpty();
    assertThat(
            refused(bearing("Bearer " + mint(Optional.of("nothing"), Optional.empty()))).detail())
        .contains("nothing");
  }

  private String rights(String token) {
    AccessIdentity identity = accepted(bearing("Bearer " + token));
    Access access = new Access(Access.Mode.REQUIRED, () -> snapshot, clock);
    PolicyResource blob = PolicyResource.named(AccessFixture.ALBUM, "k");
    List<String> rights = new ArrayList<>();
    if (access.decide(identity, PolicyAction.GET_BLOB, blob, RequestFacts.NONE).isAllowed()) {
      rights.add("read");
    }
    if (access.decide(identity, PolicyAction.PUT_BLOB, blob, RequestFacts.NONE).isAllowed()) {
      rights.add("write");
    }
    return String.join(" ", rights);
  }

  @Test
  void tokensOfUnknownIssuersAreRejected() {
    String plain =
        new PlainJWT(new com.nimbusds.jwt.JWTClaimsSet.Builder().issuer("x").build()).serialize();
    for (String token : List.of("", "x", "a.b.c", plain, "aumbry_x")) {
      assertThat(refused(bearing("Bearer " + token)).failure())
          .isEqualTo(Authentication.Failure.REJECTED);
    }
  }

  @Test
  void aSignedAddressActsForItsSigner() {
    AccessIdentity.Name name = accepted(authenticator.onBehalfOf("AK-alice")).name();
    assertThat(name.id()).isEqualTo("alice");
    assertThat(name.credential()).isEqualTo("signed-url/AK-alice");
    assertThat(refused(authenticator.onBehalfOf("AK-nobody")).failure())
        .isEqualTo(Authentication.Failure.REJECTED);
    change(() -> fixture.keys.set(0, fixture.key("alice", false, Long.MAX_VALUE)));
    assertThat(refused(authenticator.onBehalfOf("AK-alice")).failure())
        .isEqualTo(Authentication.Failure.REJECTED);
  }

  @Test
  void theNextSnapshotTakesOverWhatDidNotChange() {
    IdentitySnapshot before = snapshot;
    change(() -> fixture.grant("bob", "reader", AccessFixture.PHOTOS));
    assertThat(snapshot.key("AK-alice").orElseThrow().secret())
        .isSameAs(before.key("AK-alice").orElseThrow().secret());
    assertThat(snapshot.user("bob").orElseThrow().roles()).hasSize(1);
    assertThat(before.user("bob").orElseThrow().roles()).isEmpty();
    assertThat(snapshot.toString()).contains("2 users and 3 keys");
  }
}
