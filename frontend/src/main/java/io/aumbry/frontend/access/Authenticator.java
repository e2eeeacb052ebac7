package io.aumbry.frontend.access;

import io.aumbry.frontend.access.oidc.IdentityProviders;
import io.aumbry.frontend.access.oidc.OidcResult;
import io.aumbry.frontend.access.oidc.OidcVerifier;
import io.aumbry.frontend.access.policy.MalformedPolicyException;
import io.aumbry.frontend.access.policy.Policy;
import io.aumbry.frontend.access.policy.PolicyParser;
import io.aumbry.frontend.access.policy.PolicyPrincipal;
import io.aumbry.frontend.access.sigv4.SecretLookup;
import io.aumbry.frontend.access.sigv4.SignatureError;
import io.aumbry.frontend.access.sigv4.SignatureResult;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.token.BearerTokens;
import io.aumbry.frontend.access.token.TokenClaims;
import io.aumbry.frontend.access.token.TokenResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/** Finds out the sender of a request. Thread-safe. */
public final class Authenticator {
  private static final String REJECTED = "The credentials are not valid";

  private final Verifiers verifiers;
  private final Supplier<? extends Identities> identities;
  private final KeyUses uses;
  private final Time time;

  /** Verifies the kinds of credentials. */
  public record Verifiers(
      SignatureVerifier signatures, BearerTokens tokens, OidcVerifier providers) {}

  /** Creates an authenticator that reads the current snapshot for each request. */
  public Authenticator(
      Verifiers verifiers, Supplier<? extends Identities> identities, KeyUses uses, Time time) {
    this.verifiers = verifiers;
    this.identities = identities;
    this.uses = uses;
    this.time = time;
  }

  /** Verifies credentials. May park the thread of the request. */
  public Authentication authenticate(Credentials credentials, RequestContext context) {
    Identities snapshot = identities.get();
    return switch (credentials) {
      case Credentials.None _ -> Authentication.Accepted.ANONYMOUS;
      case Credentials.Signed signed -> signed(signed, snapshot);
      case Credentials.Bearer(String token) ->
          BearerTokens.isToken(token)
              ? minted(token, snapshot)
              : provided(verifiers.providers().verify(token, context), snapshot);
    };
  }

  /**
   * The user of the key that asked for a signed URL, with its current rights. The URL ends with the
   * key.
   */
  public Authentication onBehalfOf(String keyId) {
    return owner(identities.get(), keyId, time.wallMillis())
        .<Authentication>map(user -> user.with(user.identity().with("signed-url/" + keyId)))
        .orElseGet(() -> rejected("the key " + keyId + " of the signed URL is not valid"));
  }

  /**
   * The sender of a long request with its present rights. Empty if its key or token has ended.
   *
   * @param endMillis of its credentials when it was authenticated
   */
  public Optional<AccessIdentity> renewed(AccessIdentity sender, long endMillis) {
    Identities snapshot = identities.get();
    long now = time.wallMillis();
    if (sender.name().isOfToken() && now >= endMillis) {
      return Optional.empty();
    }
    return switch (sender.name().kind()) {
      case ANONYMOUS -> Optional.of(sender);
      case FEDERATED -> Optional.of(sender.with(present(sender.roles(), snapshot)));
      case USER ->
          owner(snapshot, sender.name().key(), now)
              .map(Authentication.Accepted::identity)
              .map(sender::renewedAs);
    };
  }

  /** The present policies of roles, without those of deleted roles. */
  private static List<AccessIdentity.GrantedRole> present(
      List<AccessIdentity.GrantedRole> roles, Identities snapshot) {
    return roles.stream()
        .flatMap(role -> snapshot.granted(role.name(), role.account()).stream())
        .toList();
  }

  private Authentication signed(Credentials.Signed signed, Identities snapshot) {
    long now = time.wallMillis();
    SecretLookup secrets = (id, sessionToken) -> secret(snapshot, id, sessionToken, now);
    return switch (verifiers.signatures().verify(signed.request(), secrets, now)) {
      case SignatureResult.Verified verified -> {
        uses.used(verified.accessKeyId(), now);
        Authentication.Accepted owner = owner(snapshot, verified.accessKeyId(), now).orElseThrow();
        yield new Authentication.Accepted(
                owner.identity(), Optional.of(verified), owner.endMillis())
            .endingBy(verified.endMillis());
      }
      case SignatureResult.Refused refused -> refused(refused);
    };
  }

  private static SecretLookup.Found secret(
      Identities snapshot, String keyId, Optional<String> sessionToken, long now) {
    if (sessionToken.isPresent()) {
      return new SecretLookup.Found.TokenRefused(SignatureError.TOKEN_INVALID);
    }
    Optional<Identities.OpenedKey> key = snapshot.key(keyId);
    return owner(snapshot, keyId, now).isPresent()
        ? new SecretLookup.Found.Valid(key.orElseThrow().secret())
        : new SecretLookup.Found.Unknown();
  }

  /** The active user of a valid key, until the key expires. */
  private static Optional<Authentication.Accepted> owner(
      Identities snapshot, String keyId, long now) {
    return snapshot
        .key(keyId)
        .map(Identities.OpenedKey::key)
        .filter(key -> key.isValidAt(now))
        .flatMap(key ->
            snapshot.user(key.user()).map(user -> accepted(user.with(keyId), key.expiresMillis())));
  }

  private static Authentication refused(SignatureResult.Refused refused) {
    Authentication.Failure failure =
        switch (refused.error()) {
          case UNKNOWN_KEY,
              WRONG_SIGNATURE,
              EXPIRED,
              TOKEN_EXPIRED,
              TOKEN_INVALID,
              TOKEN_OF_ANOTHER_KEY ->
              Authentication.Failure.REJECTED;
          case UNKNOWN_SCHEME,
              UNSUPPORTED_SCHEME,
              TWO_MECHANISMS,
              MALFORMED_HEADER,
              MALFORMED_QUERY,
              DATE_MISSING,
              CLOCK_SKEW,
              HEADERS_NOT_SIGNED,
              PAYLOAD_HASH_MISSING,
              PAYLOAD_HASH_INVALID,
              PAYLOAD_NOT_IMPLEMENTED ->
              Authentication.Failure.MALFORMED;
        };
    boolean isRejected = failure == Authentication.Failure.REJECTED;
    return new Authentication.Refused(
        failure,
        isRejected ? REJECTED : refused.message(),
        refused.error().code() + ": " + refused.message(),
        Optional.of(refused));
  }

  private Authentication minted(String token, Identities snapshot) {
    long now = time.wallMillis();
    return switch (verifiers.tokens().verify(token, now)) {
      case TokenResult.Invalid _ -> rejected("the token was not minted here");
      case TokenResult.Expired(TokenClaims claims) ->
          rejected("token " + claims.id() + " has expired");
      case TokenResult.Valid(TokenClaims claims) -> holder(claims, snapshot, now);
    };
  }

  private Authentication holder(TokenClaims claims, Identities snapshot, long now) {
    Optional<Authentication.Accepted> owner =
        owner(snapshot, claims.accessKey(), now)
            .filter(user -> user.identity().name().id().equals(claims.user()))
            .map(user -> user.endingBy(claims.expiresMillis()));
    if (owner.isEmpty()) {
      return rejected("the key " + claims.accessKey() + " of the token is not valid");
    }
    uses.used(claims.accessKey(), now);
    AccessIdentity identity = owner.get().identity().with(claims.credential());
    if (claims.role().isPresent()) {
      Optional<Policy> role = snapshot.role(claims.role().get());
      if (role.isEmpty()) {
        return rejected("the role " + claims.role().get() + " of the token does not exist");
      }
      identity = identity.limitedBy(role.get());
    }
    return owner
        .get()
        .with(
            claims.policy().map(Authenticator::boundary).map(identity::limitedBy).orElse(identity));
  }

  private static Policy boundary(String document) {
    try {
      return PolicyParser.parse(
          document.getBytes(StandardCharsets.UTF_8), PolicyParser.Kind.IDENTITY, "token");
    } catch (MalformedPolicyException e) {
      return PolicyParser.denying("token");
    }
  }

  private static Authentication provided(OidcResult result, Identities snapshot) {
    return switch (result) {
      case OidcResult.Valid valid -> accepted(federated(valid, snapshot), valid.expiresMillis());
      case OidcResult.Refused(String reason) -> rejected("identity provider: " + reason);
      case OidcResult.Unavailable(String reason) ->
          new Authentication.Refused(
              Authentication.Failure.UNAVAILABLE,
              "The identity provider does not answer",
              reason,
              Optional.empty());
    };
  }

  /** Grants of roles and accounts that do not exist are ignored. */
  private static AccessIdentity federated(OidcResult.Valid token, Identities snapshot) {
    List<AccessIdentity.GrantedRole> roles = new ArrayList<>();
    for (IdentityProviders.ClaimGrant grant : token.grants()) {
      OptionalInt account =
          grant.account().map(snapshot::account).orElseGet(() -> OptionalInt.of(0));
      account.stream()
          .boxed()
          .flatMap(id -> snapshot.granted(grant.role(), id).stream())
          .forEach(roles::add);
    }
    String issuer = token.provider().issuer();
    String id = issuer + '#' + token.subject();
    return new AccessIdentity(
        new AccessIdentity.Name(AccessIdentity.Kind.FEDERATED, id, token.name(), 0, "oidc"),
        new PolicyPrincipal(Set.of(PolicyPrincipal.federated(issuer, token.subject()))),
        List.of(),
        roles,
        List.of());
  }

  private static Authentication.Accepted accepted(AccessIdentity identity, long endMillis) {
    return new Authentication.Accepted(identity, Optional.empty(), endMillis);
  }

  private static Authentication rejected(String detail) {
    return new Authentication.Refused(
        Authentication.Failure.REJECTED, REJECTED, detail, Optional.empty());
  }
}
